import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exampleProfile } from '../../src/content/example-profile.ts';
import { writeValues } from '../../src/content-check/content-source.server.ts';
import {
  type Launched,
  launch,
  operatorEnvironment,
  output,
  until,
  untilAnswers,
} from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checkOut } from './checkout.ts';
import { applyDiff, type Block, readGuide } from './guide.ts';

/** Holds the clone and the home folder of Anne Durand. */
let folder: string;
let clone: string;
let site: Launched;
let url: string;
let env: NodeJS.ProcessEnv;
/** The output of each command. */
const printed = new Map<string, string>();

const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
/** What each stage copies from the project. */
const [, ofBuild = [], ofSite = []] = dockerfile
  .split(/^FROM /m)
  .slice(1)
  .map((stage) =>
    [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' ')),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-yours-'));
  // Signs that mean something else in addresses, patterns and shells: some tools would look for another folder.
  clone = join(folder, 'Site%20d’Anne (copie) [1]');
  await checkOut(clone);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  // What the compiler remembers of this project's types would be lost to those of the clone.
  const settings = read('tsconfig.json');
  writeFileSync(join(clone, 'tsconfig.json'), settings.replace('types.tsbuildinfo', 'their-$&'));
  addPage();
  writeValues(clone, 'src/content/form-fields.ts', {
    'formFields.phone.label': "'Portable (optionnel)'",
    'formFields.phone.personalData': "'votre numéro de portable (facultatif)'",
  });
  writeValues(clone, 'src/content/offers.ts', {
    'fixedPriceOffers[0].titre': "'Site de commerce, son catalogue, ses commandes et ses stocks'",
  });
  mkdirSync(join(folder, 'images'));
  // An earlier start built the example.
  mkdirSync(join(clone, 'dist/client/assets'), { recursive: true });
  writeFileSync(join(clone, 'dist/client/assets/page.js'), 'Atelier Ligne de Crête');
  for (const [name, shipped] of [
    ['favicon.svg', 'artwork/favicon.svg'],
    ['film.mp4', 'public/video/home-video.mp4'],
  ] as const) {
    cpSync(join(ROOT, shipped), join(folder, 'images', name));
    appendFileSync(join(folder, 'images', name), ' ');
  }
  const photo = sharp({ create: { width: 600, height: 800, channels: 3, background: '#805030' } });
  await photo.jpeg().toFile(join(folder, 'images/portrait.jpg'));
  // Prints any picture, as ffmpeg prints the first of a film.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/ffmpeg'), `#!/bin/sh\ncat '${folder}/images/portrait.jpg'\n`, {
    mode: 0o755,
  });
  url = `http://127.0.0.1:${await freePort()}`;
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`;
  env = { ...operatorEnvironment(), HOME: folder, PORT: new URL(url).port, PATH };
  for (const block of readGuide('docs/operations/make-it-yours.md')) await follow(block);
  await until(async () => (await page('/')).includes('Logiciels sur mesure'), site.output);
});

afterAll(async () => {
  await site?.end();
  await rm(folder, { recursive: true, force: true });
});

async function follow(block: Block): Promise<void> {
  if (block.language === 'diff') applyDiff(block, clone);
  else if (block.language === 'json') writeFileSync(join(clone, block.file), block.text);
  else for (const command of block.text.trim().split('\n')) await type(command);
}

async function type(command: string): Promise<void> {
  const options = { cwd: clone, env };
  if (command === 'npm start') {
    // It keeps its terminal; the next block is typed into a second one. It needs no more than the Dockerfile copies.
    const copied = ['node_modules', ...ofBuild, ...ofSite];
    const others = readdirSync(clone).filter((name) => !copied.includes(name));
    const move = (from: string, to: string) => {
      for (const name of others) renameSync(join(from, name), join(to, name));
    };
    move(clone, folder);
    site = launch('npm', ['start'], options);
    await untilAnswers(`${url}/readyz`, site);
    return move(folder, clone);
  }
  // The changes of the guide cannot make the other checks fail.
  const ofTheCheck = command === 'npm run check' ? " -- -t '^(types|style and rules)$'" : '';
  // `doctor` finds problems, because the site is not online yet. Its output is checked below.
  const result = command.includes('doctor') ? ' || true' : '';
  printed.set(command, await output('sh', ['-c', `${command}${ofTheCheck}${result}`], options));
}

const page = async (path: string) => (await fetch(url + path)).text();
const read = (file: string) => readFileSync(join(clone, file), 'utf8');
const run = (words: string[], settings: NodeJS.ProcessEnv = {}) =>
  output(process.execPath, words, { cwd: clone, env: { ...operatorEnvironment(), ...settings } });

describe('docs/operations/make-it-yours.md, followed', () => {
  it('names what is still the example, and nothing once the guide is done', async () => {
    const doctor = 'npm run vitrine -- doctor --content';
    const first = printed.get(doctor)?.split('\n');
    for (const line of ['  identity.studioName', '  prices.essentialSite', 'artwork/favicon.svg  '])
      expect(first).toContainEqual(expect.stringContaining(line));
    await type(doctor);
    const last = printed.get(doctor);
    expect(last).not.toMatch(/À remplacer|à confirmer|\S:\d+ {2}|favicon|home-video|portrait\.|brand\.json/);
    // Each text is compared alone: the promise is line 8.
    expect(last).toMatch(/^src\/content\/footer\.ts {2}lignes 5, 11, /m);
    // Their prices went with the cards.
    expect(read('src/content/offers.ts')).not.toMatch(/minimumProduct|audit/);
  });

  const example = 'Moreau|Ligne de Crête|(bonjour@|www\\.)exemple\\.fr|Exemple SAS|#5e17eb|#ffbd59';

  it.each([
    ['/', ['Des logiciels qui tiennent leurs promesses.', 'alt="Portrait d’Anne Durand, à son bureau"']],
    ['/contact', []],
    ['/about', []],
    [
      '/legal-mention',
      ['Anne Durand EI', 'SIREN 732\u00a0829\u00a0320', 'FR44\u00a0732829320', 'Hébergement du Rhône SAS'],
    ],
    ['/privacy', ['bonjour@studio-durand.example']],
  ])(
    'LEGAL-1: shows the new identity on %s, nothing of the example, and the region to search engines',
    async (path, texts) => {
      const html = await page(path);
      for (const text of ['Métropole de Lyon', ...texts]) expect(html).toContain(text);
      expect(html).not.toMatch(RegExp(`${example}|"Auvergne-Rhône-Alpes"`));
    },
  );

  it('CARD-5, MODE-2, START-4: the home page has the new prices, colours and profile, and no former ones', async () => {
    const html = await page('/');
    const profile = '<title>Anne Durand – Logiciels sur mesure pour les artisans</title>';
    const texts = ['1\u00a0200\u00a0€', '65\u00a0€', '#f2c14e', '#eaf4f1', profile];
    expect(texts.filter((text) => !html.includes(text))).toEqual([]);
    expect(html).not.toContain('750\u00a0€');
  });

  it('MODE-2: a drawing has the new colours, and the portrait is the new one', async () => {
    expect(await page('/images/studio.svg')).not.toMatch(/#5e17eb|#ffbd59/);
    const portrait = Buffer.from(await (await fetch(`${url}/images/portrait-192.webp`)).arrayBuffer());
    const { channels } = await sharp(portrait).stats();
    // #805030, as far as a lossy format is exact.
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 8))).toEqual([16, 10, 6]);
  });

  it('LEGAL-1: leaves no file of the example for browsers', async () => {
    const left = output('grep', ['-rlE', example, join(clone, 'dist/client')]);
    await expect(left).rejects.toThrow('grep');
  });

  it('leaves start-up and doctor nothing to say about the identity', () => {
    expect(site.output()).not.toMatch(/exemple|src\/content/);
    expect(printed.get('npm run vitrine -- doctor')).toMatch(/✓.*Identité légale|Identité légale.*complète/);
  });
});

it('what the Dockerfile copies is enough to serve the site, and to ask whether it lives', async () => {
  const ignored = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
  for (const name of [...ofBuild, ...ofSite]) expect(ignored).toContain(`!${name}`);
  const app = await temporaryFolder();
  for (const name of [...ofSite, 'dist']) cpSync(join(clone, name), join(app, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'));
  /** The words of an instruction in exec form: `CMD ["node", "src/…"]`. */
  const words = (instruction: string): [string, ...string[]] =>
    JSON.parse(RegExp(`^${instruction}.*?(\\[.+\\])$`, 'm').exec(dockerfile)?.[1] ?? '[""]');
  const port = await freePort();
  const settings = { PATH: process.env['PATH'], PORT: `${port}`, DATA_DIR: await temporaryFolder() };
  const [program, ...args] = words('CMD');
  const served = launch(program, args, { cwd: app, env: settings });
  onTestFinished(async () => void (await served.end()));
  await untilAnswers(`http://127.0.0.1:${port}/contact`, served);
  const [check, ...path] = words('HEALTHCHECK');
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' };
  const asks = { cwd: app, env: { ...settings, ...proxy } };
  await output(check, path, asks);
  await served.end();
  await expect(output(check, path, asks)).rejects.toThrow();
});

it('PAGE-4: a page by docs/recipes.md has the opening, margins and style of the others', async () => {
  const { renderDocument } = await import(pathToFileURL(join(clone, 'dist/server/render.js')).href);
  const assets = { gateScript: '', styles: null, sheet: null, entry: '', fonts: [] };
  const site = {
    profile: exampleProfile,
    siteUrl: 'https://www.studio-durand.example',
    apiUrl: null,
    assets,
  };
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

describe('a slip of the pen', () => {
  const [identity, studio] = ['src/content/identity.ts', "studioName: 'Studio Durand',"];
  const check = 'scripts/check-content.mjs';
  const typo = ' (ou juste avant)\u00a0: illisible. Un texte va entre deux apostrophes droites';

  it.each([
    [identity, studio, "studioName: 'L'Atelier',", 'ligne 7', typo, 'scripts/build-site.mjs'],
    [identity, studio, "studioName: 'L'Atelier',", 'ligne 7', typo, 'scripts/vitrine.mjs doctor'],
    [identity, studio, 'studioName: Durand,', 'ligne 7', typo, check],
    // As a merge leaves it, once the owner's last example had gone and its import with it.
    [
      'src/content/footer.ts',
      "'Des logiciels qui tiennent leurs promesses.'",
      "example('Vrai.')",
      'ligne \\d+',
      "import { example } from './example.ts'",
      check,
    ],
  ])(
    'in %s is named with its place and its fix, without a stack: %s → %s',
    (file, right, wrong, place, fix, command) => {
      const text = read(file);
      expect(text).toContain(right);
      writeFileSync(join(clone, file), text.replace(right, wrong));
      const options = { cwd: clone, encoding: 'utf8', env } as const;
      const { status, stderr } = spawnSync(process.execPath, command.split(' '), options);
      writeFileSync(join(clone, file), text);
      expect(status).toBe(1);
      expect(stderr).toMatch(new RegExp(`^✗ ${file}, ${place}[^\n]*\n$`));
      expect(stderr).toContain(fix);
    },
  );
});

it('another owner’s journeys are green', async () => {
  const playwright = 'node_modules/@playwright/test/cli.js';
  // The journeys that show the most of the content. A card with a long name may be higher than the shipped ones.
  const journeys = ['browser/(home|service-cards).spec.ts', '--grep-invert=550 px high$'];
  await run([playwright, 'test', '--workers=1', '--reporter=line', ...journeys]);
});

describe('npm run make-it-yours, again', () => {
  const content = () => ['identity.ts', 'offers.ts', 'footer.ts'].map((name) => read(`src/content/${name}`));

  async function answer(answers: string): Promise<string> {
    writeFileSync(join(clone, 'reponses.json'), answers);
    return run(['scripts/make-it-yours.ts', join(clone, 'reponses.json')]);
  }

  it('makes a company without a phone of the owner, whose tests are green', async () => {
    const company = { form: 'EURL', capital: '1 000', company: 'Durand Logiciels', register: 'Nantes' };
    const place = { street: '12 quai de la Fosse', town: '44000 Nantes', siren: '912 345 678', vat: 'oui' };
    await answer(JSON.stringify({ ...company, ...place, phone: '', mediator: '' }));
    // They keep the shipped icon and film.
    for (const name of ['artwork/favicon.svg', 'public/video/home-video.mp4'])
      cpSync(join(ROOT, name), join(clone, name));
    writeValues(clone, 'src/content/identity.ts', { examplePictures: '[]' });
    expect(await run(['src/start-cli.ts', 'doctor', '--content'])).toContain('Aucune valeur d’exemple');
    // The tests that read the content, without those that take long.
    const ownTests = [
      'src/content',
      'src/content-check',
      'src/contact/{rules,sending,contact-page}',
      'src/documents/search-engines',
      'src/mail/contact-mail',
      'src/pages',
    ];
    await run(['node_modules/vitest/vitest.mjs', 'run', ...ownTests]);
  });

  it.each([
    ['{ "name": "Anne", }', 'ce n’est pas du JSON'],
    ['{ "sirene": "732 829 320" }', 'sirene : aucune question ne porte ce nom'],
    ['{ "siren": 732829320 }', 'entre guillemets'],
    ['{ "form": "EURLL" }', 'il faut une forme juridique'],
    ['{ "capital": "1 000 €" }', 'Il faut un nombre seul'],
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
  ['https://www.studio-durand.example', '✓'],
  ['https://studio-durand.example', '✗'],
])(
  'LEGAL-1: doctor compares SITE_URL with the address that the pages show: %s is %s',
  async (SITE_URL, mark) => {
    // It ends with 1 because no site answers there.
    const said = await run(['src/start-cli.ts', 'doctor'], { SITE_URL, DATA_DIR: join(clone, 'data') }).catch(
      ({ message }) => message,
    );
    expect(said).toMatch(new RegExp(`^${mark} Identité légale`, 'm'));
    expect(said.includes(`SITE_URL est ${SITE_URL}, mais les pages montrent https://www.studio`)).toBe(
      mark === '✗',
    );
  },
);

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
