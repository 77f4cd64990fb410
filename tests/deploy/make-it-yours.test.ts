import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { type Checkout, checkOutInstalled } from './checkout.ts';
import { applyDiff, type Block, commandsOf, readGuide } from './guide.ts';

const blocks = readGuide('make-it-yours.md');

/** The last command before this one keeps its terminal; the next block is typed into a second one. */
const START = 'npm start';
const START_WORDS = ['scripts/start.mjs'];

/** Runs in place of `npm run check`: only its steps that the changes of the guide can make fail. */
const CHECK =
  'node scripts/check-content.mjs && npx biome check --error-on-warnings && npx vitest run tests/rules';

let checkout: Checkout;
let home: string;
let site: Launched;
let url: string;
let env: NodeJS.ProcessEnv;
/** The output of each command. */
const printed = new Map<string, string>();

beforeAll(async () => {
  checkout = await checkOutInstalled([]);
  home = await mkdtemp(join(tmpdir(), 'vitrine-home-'));
  makeImages();
  url = `http://127.0.0.1:${await freePort()}`;
  env = { ...operatorEnvironment(), HOME: home, PORT: new URL(url).port };
  for (const block of blocks) await follow(block);
  await until(
    async () => (await page('/')).includes('Logiciels sur mesure pour les artisans'),
    () => site.output(),
  );
});

afterAll(async () => {
  await site?.end();
  await checkout?.remove();
  if (home) await rm(home, { recursive: true, force: true });
});

/** The pictures that Anne Durand has in her home folder. */
function makeImages(): void {
  mkdirSync(join(home, 'images'));
  const from = (name: string) => readFileSync(join(ROOT, 'public', name));
  const mark = Buffer.from('<!-- Anne Durand -->');
  writeFileSync(join(home, 'images/portrait.svg'), Buffer.concat([from('images/avatar.svg'), mark]));
  writeFileSync(join(home, 'images/favicon.svg'), Buffer.concat([from('favicon.svg'), mark]));
  writeFileSync(join(home, 'images/film.mp4'), from('video/home-video.mp4').subarray(0, 50_000));
  writeFileSync(join(home, 'images/film.avif'), Buffer.concat([from('images/home-poster.avif'), mark]));
}

async function follow(block: Block): Promise<void> {
  if (block.language === 'diff') applyDiff(block, checkout.dir);
  else if (block.language === 'json') writeFileSync(join(checkout.dir, block.file), block.text);
  else for (const command of commandsOf(block)) await type(command);
}

async function type(command: string): Promise<void> {
  if (command === START) {
    const { scripts } = JSON.parse(readFileSync(join(checkout.dir, 'package.json'), 'utf8'));
    expect(scripts.start).toBe(['exec node', ...START_WORDS].join(' '));
    site = launch('node', START_WORDS, { cwd: checkout.dir, env });
    return untilAnswers(`${url}/readyz`, site);
  }
  const typed = command === 'npm run check' ? CHECK : command;
  // `doctor` has things to say: the site is not online yet. It is looked at below.
  const words = typed.includes('doctor') ? `${typed} || true` : typed;
  printed.set(command, await output('sh', ['-c', words], { cwd: checkout.dir, env }));
}

const page = async (path: string) => (await fetch(url + path)).text();

describe('docs/operations/make-it-yours.md, followed', () => {
  it('names what is still the example, with file and line, and nothing once the guide is done', async () => {
    const first = (printed.get('npm run vitrine -- doctor --content') ?? '').split('\n');
    expect(first).toContainEqual(expect.stringContaining('src/content/identity.ts:9  nom du studio'));
    expect(first).toContainEqual(expect.stringContaining('src/content/offers.ts:6  '));
    expect(first).toContainEqual(expect.stringContaining('public/images/avatar.svg  '));
    const last = await output('npm', ['run', 'vitrine', '--', 'doctor', '--content'], {
      cwd: checkout.dir,
      env,
    });
    expect(last).not.toMatch(/src\/|public\//);
  });

  it('LEGAL-1: shows the new identity on the legal pages and in the footer, and nothing of the example', async () => {
    const legal = await page('/legal-mention');
    for (const text of ['Anne Durand EI', 'SIREN 732 829 320', 'Hébergement du Rhône SAS', 'FR44 732829320'])
      expect(legal).toContain(text);
    expect(await page('/privacy')).toContain('bonjour@studio-durand.example');
    for (const path of ['/', '/contact', '/about', '/legal-mention', '/privacy']) {
      const html = await page(path);
      expect(html).not.toMatch(/Moreau|Ligne de Crête|exemple\.fr|Exemple SAS|"Auvergne-Rhône-Alpes"/);
      expect(html, 'for search engines').toContain('Métropole de Lyon');
    }
    expect(await page('/')).toContain('Des logiciels qui tiennent leurs promesses.');
  });

  it('CARD-5: shows the new prices, and the old ones nowhere', async () => {
    const html = await page('/');
    expect(html).toContain('1\u202f200\u202f€');
    expect(html).toContain('65\u202f€');
    expect(html).not.toContain('750\u202f€');
  });

  it('MODE-2: paints with the new colours, and leaves none of the former ones', async () => {
    const html = await page('/');
    const painted = ['#f2c14e', '#eaf4f1', '#ffbd59', '#5e17eb'].filter((colour) => html.includes(colour));
    expect(painted).toEqual(['#f2c14e', '#eaf4f1']);
    for (const file of ['src/theme/tokens.css', 'src/theme/palette.ts', 'public/images/studio.svg'])
      expect(readFileSync(join(checkout.dir, file), 'utf8')).not.toMatch(/#5e17eb|#4a0fc0/);
  });

  it('serves the new pictures and the new video', async () => {
    for (const [path, name] of [
      ['images/avatar.svg', 'portrait.svg'],
      ['video/home-video.mp4', 'film.mp4'],
      ['images/home-poster.avif', 'film.avif'],
    ]) {
      const body = Buffer.from(await (await fetch(`${url}/${path}`)).arrayBuffer());
      expect(body.equals(readFileSync(join(home, 'images', String(name)))), path).toBe(true);
    }
    expect(await page('/')).toContain('alt="Portrait d’Anne Durand, à son bureau"');
  });

  it('START-4: shows the imported profile without a restart', async () => {
    expect(await page('/')).toContain('<title>Anne Durand – Logiciels sur mesure pour les artisans</title>');
  });

  it('leaves start-up and doctor nothing to say about the identity', () => {
    expect(site.output()).not.toMatch(/exemple|src\/content/);
    const doctor = printed.get('npm run vitrine -- doctor') ?? '';
    expect(doctor).toMatch(/✓.*Identité légale|Identité légale.*complète/);
  });
});
