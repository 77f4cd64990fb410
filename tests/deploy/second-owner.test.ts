import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exampleProfile } from '../../src/content/example-profile.ts';
import { launch, operatorEnvironment, output, until, untilAnswers } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { becomeSecondOwner } from '../support/second-owner.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checkOut } from './checkout.ts';

/** The tests that read the content, without those that take long. */
const ownTests = [
  'src/content',
  'src/content-check',
  'src/contact/{rules,sending,contact-page}',
  'src/documents/search-engines',
  'src/mail/contact-mail',
  'src/pages',
];

/** The journeys that show the most of the content. A card with a long name may be higher than the shipped ones. */
const ownJourneys = ['browser/(home|service-cards).spec.ts', '--grep-invert=550 px high$'];

let clone: string;
const run = (words: string[], env: NodeJS.ProcessEnv = {}) =>
  output(process.execPath, words, { cwd: clone, env: { ...operatorEnvironment(), ...env } });

beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'vitrine-owner-'));
  await checkOut(clone, ['bench', 'docs', 'mutation']);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  becomeSecondOwner(clone);
  addPage();
  // Signs that mean something else in addresses and patterns: some tools would look for another folder.
  const builder = join(clone, 'Mon%20Site [1]');
  copyAsDockerfile(1, builder);
  await output('node', ['scripts/build-site.mjs'], { cwd: builder });
  renameSync(join(builder, 'dist'), join(clone, 'dist'));
  await rm(builder, { recursive: true });
});

afterAll(() => rm(clone, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const stages = read('Dockerfile')
  .split(/^FROM /m)
  .slice(1);

/** Makes a folder with what a stage of the Dockerfile copies from the project, and the packages that it installs. */
function copyAsDockerfile(stage: number, folder: string): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [, names = ''] of (stages[stage] ?? '').matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const name of names.split(' ')) {
      expect(read('Dockerfile.dockerignore').split('\n')).toContain(`!${name}`);
      cpSync(join(clone, name), join(folder, name), { recursive: true });
    }
}

it('what the Dockerfile copies is enough to build the site, to serve it, and to ask whether it lives', async () => {
  const app = await temporaryFolder();
  copyAsDockerfile(2, app);
  cpSync(join(clone, 'dist'), join(app, 'dist'), { recursive: true });
  /** The words of an instruction in exec form: `CMD ["node", "src/…"]`. */
  const words = (instruction: string): [string, ...string[]] =>
    JSON.parse(RegExp(`^${instruction}.*?(\\[.+\\])$`, 'm').exec(stages[2] ?? '')?.[1] ?? '[""]');
  const port = await freePort();
  const env = { PATH: process.env['PATH'], PORT: `${port}`, DATA_DIR: await temporaryFolder() };
  const [program, ...args] = words('CMD');
  const site = launch(program, args, { cwd: app, env });
  onTestFinished(async () => void (await site.end()));
  await untilAnswers(`http://127.0.0.1:${port}/contact`, site);
  const [check, ...path] = words('HEALTHCHECK');
  const asks = { cwd: app, env: { ...env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' } };
  await output(check, path, asks);
  await site.end();
  await expect(output(check, path, asks)).rejects.toThrow();
});

it('LEGAL-1: no page or file of another owner’s site names the example', async () => {
  const left = output('grep', [
    '-rlE',
    'Moreau|Ligne de Crête|(bonjour@|www\\.)exemple\\.fr|#5e17eb',
    join(clone, 'dist/client'),
  ]);
  await expect(left).rejects.toThrow('grep');
});

it('LEGAL-1: doctor --content has nothing left for an owner who confirmed what they keep', async () => {
  expect(await run(['src/start-cli.ts', 'doctor', '--content'])).toContain('Aucune valeur d’exemple');
  // Their prices went with the cards.
  expect(readFileSync(join(clone, 'src/content/offers.ts'), 'utf8')).not.toMatch(/minimumProduct|audit/);
});

it('another owner’s tests are green', async () => {
  await run(['node_modules/vitest/vitest.mjs', 'run', ...ownTests]);
});

it('another owner’s journeys are green', async () => {
  const playwright = 'node_modules/@playwright/test/cli.js';
  await run([playwright, 'test', '--workers=1', '--reporter=line', ...ownJourneys]);
});

describe('npm run make-it-yours, again', () => {
  const content = () =>
    ['identity.ts', 'offers.ts', 'footer.ts'].map((name) =>
      readFileSync(join(clone, 'src/content', name), 'utf8'),
    );

  async function answer(answers: string): Promise<string> {
    writeFileSync(join(clone, 'reponses.json'), answers);
    return run(['scripts/make-it-yours.ts', join(clone, 'reponses.json')]);
  }

  it.each([
    ['{ "name": "Anne", }', 'ce n’est pas du JSON'],
    ['{ "sirene": "732 829 320" }', 'sirene : aucune question ne porte ce nom'],
    ['{ "siren": 732829320 }', 'entre guillemets'],
    ['{ "form": "EURLL" }', 'il faut une forme juridique'],
    ['{ "capital": "1 000 €" }', 'Il faut un nombre seul'],
    ['{ "town": "Nantes" }', 'avec son code postal'],
    ['{ "essentialSite": "900,50" }', 'Il faut un nombre entier'],
    ['{ "prices.dayMax": "900,50" }', 'Il faut un nombre entier'],
    ['{ "offer0": "non", "offer1": "non", "offer2": "non" }', 'Gardez une offre au moins'],
  ])('refuses %s in French, and changes nothing', async (answers, words) => {
    const before = content();
    await expect(answer(answers)).rejects.toThrow(words);
    expect(content()).toEqual(before);
  });

  it('corrects what it is told, warns of a SIREN with a wrong key, and leaves the rest', async () => {
    const before = content().join().split('\n');
    const answers = { capital: '2 000', siren: '732 829 321', essentialSite: '1500' };
    expect(await answer(JSON.stringify(answers))).toContain('a une clé fausse');
    const changed = content()
      .join()
      .split('\n')
      .filter((line) => !before.includes(line));
    expect(changed.map((line) => line.trim())).toEqual([
      "legalStatus: 'EURL au capital de 2 000\u00a0€',",
      "registration: '732 829 321 R.C.S. Nantes',",
      "vat: 'FR47 732829321',",
      'essentialSite: 1500,',
    ]);
  });
});

it.each([
  ['https://ker-logiciels.example', '✓'],
  ['https://www.ker-logiciels.example', '✗'],
])(
  'LEGAL-1: doctor compares SITE_URL with the address that the pages show: %s is %s',
  async (SITE_URL, mark) => {
    // It ends with 1 because no site answers there.
    const said = await run(['src/start-cli.ts', 'doctor'], { SITE_URL, DATA_DIR: join(clone, 'data') }).catch(
      ({ message }) => message,
    );
    expect(said).toMatch(new RegExp(`^${mark} Identité légale`, 'm'));
    expect(said.includes(`SITE_URL est ${SITE_URL}, mais les pages montrent https://ker`)).toBe(mark === '✗');
  },
);

it('MODE-2: preview-brand shows each page in the colours that brand.json has at each reload', async () => {
  const brand = join(clone, 'src/theme/brand.json');
  const before = readFileSync(brand, 'utf8');
  const preview = launch(process.execPath, ['scripts/preview-brand.mjs'], { cwd: clone });
  const address = () => /http:\S+/.exec(preview.output())?.[0] ?? '';
  await until(async () => address() !== '', preview.output);
  const page = async (path: string) => (await fetch(new URL(path, address()))).text();
  try {
    expect(await page('/')).toContain('src="/dark/privacy"');
    for (const [mode, colour] of Object.entries({ light: '#f2c14e', dark: '#eaf4f1' }))
      expect(await page(`/${mode}/about`)).toMatch(new RegExp(`data-mode="${mode}"[\\s\\S]*${colour}`));
    writeFileSync(brand, before.replaceAll('#f2c14e', '#ffd166'));
    expect(await page('/light/about')).toContain('#ffd166');
    expect(await page('/images/studio.svg')).not.toContain('#f2c14e');
    writeFileSync(brand, before.replaceAll('#f2c14e', 'red'));
    expect(await page('/')).toMatch(/<p>[^<]*red[^<]*<\/p>/);
  } finally {
    writeFileSync(brand, before);
    await preview.end();
  }
});

it('PAGE-4: a page by docs/recipes.md has the opening, margins and style of the others', async () => {
  const { renderDocument } = await import(join(clone, 'dist/server/render.js'));
  const assets = { gateScript: '', styles: null, sheet: null, entry: '', fonts: [] };
  const site = { profile: exampleProfile, siteUrl: 'https://ker-logiciels.example', apiUrl: null, assets };
  const layout = async (path: string) => {
    const html: string = await renderDocument({ ...site, path });
    const [, opening] = /<main[^>]*><div class="([^"]+)"><div><h1/.exec(html) ?? [];
    const [, section] = /<section class="([^"]+)"><h2>/.exec(html) ?? [];
    return { opening, section };
  };
  const { opening, section } = await layout('/methode');
  expect({ opening, section }).toEqual(await layout('/about'));
  const style = readFileSync(join(clone, 'dist/styles/method.css'), 'utf8');
  for (const name of [opening, section?.split(' ')[0]]) expect(style).toContain(`.${name}{`);
});

/** Adds a page as docs/recipes.md says. */
function addPage(): void {
  const [component = ''] =
    /(?<=```tsx\n)[^`]*/.exec(readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8')) ?? [];
  const text = {
    title: 'La méthode',
    text: 'Des essais à chaque étape, des mots que tout le monde comprend, et un essai avec vous avant chaque mise en ligne.',
  };
  const head = { title: 'La méthode du studio', description: text.text };
  const content = { head, title: text.title, lead: text.text, tests: text };
  mkdirSync(join(clone, 'src/pages/method'));
  writeFileSync(join(clone, 'src/pages/method/method-page.tsx'), component);
  writeFileSync(join(clone, 'src/content/method.ts'), `export const method = ${JSON.stringify(content)};`);
  for (const [file, before, added] of [
    ['src/routes.ts', '  privacy:', "  method: { path: '/methode', scroll: 'smooth' },"],
    ['src/content/page-facts.ts', '  privacy:', "  method: { picture: 'La méthode' },"],
    ['src/pages/app.tsx', '  privacy:', '  method: MethodPage,'],
    ['src/pages/app.tsx', 'import { P', "import { MethodPage } from './method/method-page.tsx';"],
    ['src/pages/head.ts', '  privacy:', '  method: method.head,'],
    ['src/pages/head.ts', 'import { n', "import { method } from '../content/method.ts';"],
  ] as const) {
    const source = readFileSync(join(clone, file), 'utf8');
    expect(source).toContain(`\n${before}`);
    writeFileSync(join(clone, file), source.replace(`\n${before}`, `\n${added}\n${before}`));
  }
}
