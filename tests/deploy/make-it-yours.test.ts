import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-yours-'));
  clone = join(folder, 'Site d’Anne (copie) [1]');
  await checkOut(clone, []);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
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
    // It keeps its terminal; the next block is typed into a second one.
    site = launch('npm', ['start'], options);
    return untilAnswers(`${url}/readyz`, site);
  }
  // The changes of the guide cannot make the other checks fail.
  const ofTheCheck = command === 'npm run check' ? " -- -t '^(types|style and rules)$'" : '';
  // `doctor` finds problems, because the site is not online yet. Its output is checked below.
  const result = command.includes('doctor') ? ' || true' : '';
  printed.set(command, await output('sh', ['-c', `${command}${ofTheCheck}${result}`], options));
}

const page = async (path: string) => (await fetch(url + path)).text();
const read = (file: string) => readFileSync(join(clone, file), 'utf8');

describe('docs/operations/make-it-yours.md, followed', () => {
  it('names what is still the example, with file and line, and nothing once the guide is done', async () => {
    const doctor = 'npm run vitrine -- doctor --content';
    const first = printed.get(doctor)?.split('\n');
    for (const line of [
      'identity.ts:9  identity.studioName',
      'offers.ts:12  prices.essentialSite',
      'artwork/favicon.svg  ',
    ])
      expect(first).toContainEqual(expect.stringContaining(line));
    await type(doctor);
    const last = printed.get(doctor);
    expect(last).not.toMatch(/À remplacer|à confirmer|\S:\d+ {2}|favicon|home-video|portrait\.|brand\.json/);
    // Each text is compared alone: the promise is line 8.
    expect(last).toMatch(/^src\/content\/footer\.ts {2}lignes 5, 11, /m);
  });

  it.each([
    [
      '/legal-mention',
      ['Anne Durand EI', 'SIREN 732\u00a0829\u00a0320', 'FR44\u00a0732829320', 'Hébergement du Rhône SAS'],
    ],
    ['/privacy', ['bonjour@studio-durand.example']],
    ['/', ['Des logiciels qui tiennent leurs promesses.', 'alt="Portrait d’Anne Durand, à son bureau"']],
  ])('LEGAL-1: shows the new identity and words on %s', async (path, texts) => {
    const html = await page(path);
    for (const text of texts) expect(html).toContain(text);
  });

  it.each(['/', '/contact', '/about', '/legal-mention', '/privacy'])(
    'LEGAL-1: shows nothing of the example on %s, and the region to search engines',
    async (path) => {
      const html = await page(path);
      expect(html).toContain('Métropole de Lyon');
      expect(html).not.toMatch(
        /Moreau|Ligne de Crête|(bonjour@|www\.)exemple\.fr|Exemple SAS|"Auvergne-Rhône-Alpes"/,
      );
    },
  );

  it.each([
    ['CARD-5: the new prices', ['1\u00a0200\u00a0€', '65\u00a0€'], ['750\u00a0€']],
    ['MODE-2: the new colours', ['#f2c14e', '#eaf4f1'], ['#ffbd59', '#5e17eb']],
    [
      'START-4: the imported profile',
      ['<title>Anne Durand – Logiciels sur mesure pour les artisans</title>'],
      [],
    ],
  ])('%s are on the home page, and no former ones', async (_what, texts, formerOnes) => {
    const html = await page('/');
    expect(texts.filter((text) => !html.includes(text))).toEqual([]);
    expect(formerOnes.filter((text) => html.includes(text))).toEqual([]);
  });

  it('MODE-2: a drawing has the new colours, and the portrait is the new one', async () => {
    expect(await page('/images/studio.svg')).not.toMatch(/#5e17eb|#ffbd59/);
    const portrait = Buffer.from(await (await fetch(`${url}/images/portrait-192.webp`)).arrayBuffer());
    const { channels } = await sharp(portrait).stats();
    // #805030, as far as a lossy format is exact.
    expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 8))).toEqual([16, 10, 6]);
  });

  it('leaves no file of the example for browsers', async () => {
    const left = output('grep', [
      '-rlE',
      'Moreau|Ligne de Crête|(bonjour@|www\\.)exemple\\.fr',
      join(clone, 'dist/client'),
    ]);
    await expect(left).rejects.toThrow('grep');
  });

  it('leaves start-up and doctor nothing to say about the identity', () => {
    expect(site.output()).not.toMatch(/exemple|src\/content/);
    expect(printed.get('npm run vitrine -- doctor')).toMatch(/✓.*Identité légale|Identité légale.*complète/);
  });
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
