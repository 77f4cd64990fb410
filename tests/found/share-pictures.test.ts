import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPart, makeSharePictures, pictureProblems } from '../../scripts/share-pictures.mjs';
import { balancedLines } from '../../scripts/share-text.mjs';
import { sharePicturePath } from '../../src/pages/document/share-picture.ts';
import { pageNames } from '../../src/routes.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'));
  expect(await makeSharePictures(folder)).toBe(pageNames.length);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Relative luminance, WCAG 2.2. */
function luminance(pixel: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = pixel.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Luminances of a part of a picture, from dark to bright. */
async function luminances(file: string, left: number, top: number, width: number, height: number) {
  const raw = await sharp(file).extract({ left, top, width, height }).removeAlpha().raw().toBuffer();
  return Array.from({ length: raw.length / 3 }, (_, index) =>
    luminance([...raw.subarray(index * 3, index * 3 + 3)]),
  ).sort((a, b) => a - b);
}

it('takes a logo as editors save it', () => {
  const saved =
    '<?xml version="1.0"?>\n<!-- An editor -->\n<svg width="512" height="512" viewBox="0 0 64 64"><style>g{}</style><g stroke-width="2"/></svg>';
  expect(asPart(saved)).toBe('<svg viewBox="0 0 64 64"><g stroke-width="2"/></svg>');
});

it('names words that are too long for any size, with their file and field', async () => {
  expect(await pictureProblems()).toEqual([]);
  const problems = await pictureProblems({ about: { picture: 'Des mots de trop '.repeat(8) } });
  expect(problems).toMatchObject([{ file: 'src/content/page-facts.ts', field: 'about.picture' }]);
});

describe.each(pageNames)('the picture of %s', (name) => {
  const file = () => join(folder, sharePicturePath(name));

  it('has the size and the weight that every network takes', async () => {
    expect(await sharp(file()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    expect((await readFile(file())).length).toBeLessThan(300_000);
  });

  it('has words that are large, white on dark, and stay clear of the edges', async () => {
    const headline = await luminances(file(), 80, 200, 740, 310);
    const share = headline.filter((value) => value > 0.85).length / headline.length;
    expect(share).toBeGreaterThan(0.05);
    const ground = headline[Math.floor(headline.length * 0.5)] ?? 1;
    expect(1.05 / (ground + 0.05)).toBeGreaterThan(7);
    // Some networks cut the edges, and none of the words may be there.
    for (const [left, top, width, height] of [
      [0, 0, 72, 630],
      [0, 0, 830, 64],
      [0, 575, 830, 55],
    ] as const) {
      expect((await luminances(file(), left, top, width, height)).at(-1)).toBeLessThan(0.2);
    }
  });
});

describe('the words of a picture', () => {
  const width = (line: string) => line.length * 10;

  it('are broken into as few lines as fit, as even as possible', () => {
    expect(balancedLines('un deux', width, 200)).toEqual(['un deux']);
    expect(balancedLines('de la première idée à la mise', width, 250)).toEqual([
      'de la première',
      'idée à la mise',
    ]);
  });

  it('are refused when a word is too wide', () => {
    expect(balancedLines('anticonstitutionnellement', width, 100)).toBeUndefined();
  });

  it('keep a no-break space together', () => {
    expect(balancedLines('mise en\u00a0ligne', width, 80)).toEqual(['mise', 'en\u00a0ligne']);
  });
});
