import { hash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { oklch } from 'culori';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Brand, paletteOf } from '../../scripts/colours/colours.ts';
import { filmToneOf } from '../../scripts/colours/film-tone.ts';
import { drawnStill } from '../../scripts/pictures/film/still.mjs';
import { pictures } from '../../scripts/pictures/make-pictures.mjs';
import { makePortrait } from '../../scripts/pictures/photo.mjs';
import { loadStudio } from '../../scripts/studio/load.ts';
import { portraitSizes, sharePicturePath } from '../../src/pages/picture-files.ts';
import { pageNames } from '../../src/routes.ts';

const example = await loadStudio('example');
const { palette } = example.site;
/** The opposite of each colour, so that no owner's brand is the same. */
const opposite: Brand = JSON.parse(
  JSON.stringify(example.studio.studio.colours).replaceAll(
    /[\da-f]{6}/gi,
    (digits) => `${(0xffffff - Number.parseInt(digits, 16)).toString(16).padStart(6, '0')}`,
  ),
);
const other = { ...example, site: { ...example.site, palette: paletteOf(opposite) } };

const folder = mkdtempDisposableSync(join(tmpdir(), 'vitrine-pictures-'));
let made: string;
let recoloured: string;

beforeAll(async () => {
  made = await pictures(example);
  recoloured = await pictures(other);
});

afterAll(() => {
  folder.remove();
  rmSync(recoloured, { recursive: true });
});

const digests = (of: string) =>
  globSync('**/*.*', { cwd: of })
    .toSorted()
    .map((file) => `${file} ${hash('sha256', readFileSync(join(of, file)))}`);

const suns = ['#ffbd59', '#9ec5ff', '#ffb59e', '#ffd6e0', '#7cb342', '#0f9d8f'];

it.each(suns)('CARD-7: a sun of %s keeps its hue in the share pictures', async (primary) => {
  const { light } = paletteOf({ ...opposite, light: { primary, secondary: '#5e17eb' } });
  const still = await drawnStill(light);
  const hueOf = (hex: string) => oklch(hex)?.h ?? 0;
  // Along the middle of the disc, from top to foot.
  for (const top of [160, 190, 220, 245]) {
    const pixel = await sharp(still).extract({ left: 1004, top, width: 1, height: 1 }).raw().toBuffer();
    const [r = 0, g = 0, b = 0] = [...pixel].map((part) => part / 255);
    const apart = Math.abs(hueOf(primary) - (oklch({ mode: 'rgb', r, g, b }).h ?? 0));
    expect(Math.min(apart, 360 - apart), `${top}`).toBeLessThan(primary === '#ffbd59' ? 26 : 8);
  }
});

it('MODE-2: drawings, icons and share pictures follow the colours; portrait and film do not', () => {
  const same = digests(recoloured).filter((line) => digests(made).includes(line));
  expect(same.map((line) => line.split(' ')[0])).toEqual([
    'images/home-poster.avif',
    ...globSync('images/portrait-*', { cwd: made }).toSorted(),
    'video/home-video.mp4',
  ]);
  const { primary, secondary, night } = palette.light;
  for (const file of globSync('**/*.svg', { cwd: recoloured })) {
    const drawing = readFileSync(join(recoloured, file), 'utf8');
    for (const former of [primary, secondary, night]) expect(drawing).not.toContain(former);
    expect(drawing, file).not.toMatch(/undefined|NaN|\{(light|dark)\./);
  }
});

it.each(pageNames)('the share picture of %s is one that every network takes', async (name) => {
  const bytes = readFileSync(join(made, sharePicturePath(name)));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(300_000);
});

it('photos that offers, references and projects name are made anew, upright and without the camera’s data', async () => {
  const path = join(folder.path, 'studio');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  cpSync(example.path, path, { recursive: true });
  const photo = sharp({ create: { width: 1600, height: 2000, channels: 3, background: '#b05010' } });
  const exif = { IFD0: { Copyright: 'Anne' }, IFD3: { GPSLatitude: '45/1 46/1 0/1' } };
  await photo.withExif(exif).withMetadata({ orientation: 6 }).toFile(`${path}/images/carte.JPG`);
  await photo.toFile(`${path}/images/projet.webp`);
  await photo.toFile(`${path}/images/autre.webp`);
  writeFileSync(`${path}/images/regie.svg`, drawing);
  writeFileSync(`${path}/images/icon.svg`, drawing.replace('/>', ' viewBox="0 0 9 9"><circle r="4"/></svg>'));
  const { offers, references, profile } = example.studio;
  const [project, ...others] = profile.projects as [(typeof profile.projects)[number]];
  const before = await pictures({ ...example, path });
  const studio = {
    ...example.studio,
    offers: { ...offers, regie: { ...offers.regie, picture: 'images/regie.svg' } },
    references: { references: [{ ...references.references[0], picture: 'images/carte.JPG' }] },
    profile: { ...profile, projects: [{ ...project, urlImage: '/images/projet.webp' }, ...others] },
  } as typeof example.studio;
  const after = await pictures({ ...example, path, studio });
  const made = globSync('images/*', { cwd: after }).filter((name) => !existsSync(join(before, name)));
  expect(made.toSorted()).toEqual(['images/carte.JPG', 'images/projet.webp']);
  const metadata = await sharp(join(after, 'images/carte.JPG')).metadata();
  expect(metadata).toMatchObject({ width: 1360, height: 1088 });
  expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
  for (const own of ['regie', 'regie-dark'])
    expect(readFileSync(join(after, `images/${own}.svg`), 'utf8')).toBe(drawing);
  const icon = sharp(join(after, 'apple-touch-icon.png')).extract({ left: 90, top: 90, width: 1, height: 1 });
  expect([...(await icon.raw().toBuffer())].slice(0, 3), 'the ground of the icon').toEqual([255, 255, 255]);
  for (const kept of [before, after]) rmSync(kept, { recursive: true });
});

describe('a portrait', () => {
  const photo = (width: number, height: number, background = '#b05010') =>
    sharp({ create: { width, height, channels: 3, background } });

  async function made(name: string, bytes: Buffer | string) {
    const [file, into] = [join(folder.path, name), join(folder.path, 'portrait')];
    mkdirSync(join(into, 'images'), { recursive: true });
    writeFileSync(file, bytes);
    await makePortrait(file, into);
    return join(into, 'images');
  }

  it('as a JPEG of any shape becomes squares, upright and without what the camera noted', async () => {
    // The photo lies on its side, as phones store it; upright it has red above and blue below.
    const blue = await photo(300, 500, '#0000ff').png().toBuffer();
    const lying = await photo(600, 500, '#ff0000')
      .composite([{ input: blue, left: 300, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Anne' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const into = await made('telephone.JPG', lying);
    for (const side of portraitSizes)
      for (const format of ['avif', 'webp']) {
        const size = await sharp(join(into, `portrait-${side}.${format}`)).metadata();
        expect(size).toMatchObject({ width: side, height: side });
      }
    const webp = sharp(join(into, 'portrait-192.webp'));
    expect((await webp.metadata()).exif).toBeUndefined();
    const { data } = await webp.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    expect(data.at(-1)).toBeGreaterThan(200);
  });

  it.each(['png', 'webp', 'avif'] as const)('may be a %s', async (format) => {
    const bytes = await photo(400, 300).toFormat(format).toBuffer();
    await expect(made(`portrait.${format}`, bytes)).resolves.toBeDefined();
  });
});

it('MODE-2: a drawn film follows a brand it was not rendered for; an own one keeps its colours', () => {
  const { light, dark } = filmToneOf('example/images/film.mp4', opposite);
  expect(light).toBe(dark);
  const inCapitals = { ...opposite, light: { primary: '#FFBD59', secondary: '#5E17EB' } };
  expect(filmToneOf('example/images/film.mp4', inCapitals)).toEqual({ light: false, dark: true });
  const own = join(folder.path, 'film.mp4');
  writeFileSync(own, '1234ftypisom');
  expect(filmToneOf(own, opposite)).toEqual({ light: false, dark: false });
});
