// Draws the picture that each page shows where it is shared (1200 × 630), from the words of src/content/page-facts.ts.
// Text becomes outlines of our own fonts, so that the fonts of the machine that builds do not matter.
import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { identity } from '../src/content/identity.ts';
import { pageFacts, pictureLine } from '../src/content/page-facts.ts';
import { sharePicturePath, sharePictureSize } from '../src/pages/document/share-picture.ts';
import { balancedLines, openTypeface } from './share-text.mjs';

const { width, height } = sharePictureSize;

/** Where the words stand, in pixels: the left of the home's poster, which is kept dark for them. */
const words = { left: 80, width: 720, bottom: 486, sizes: [84, 76, 68, 60], maxLines: 3, leading: 1.06 };
const DISPLAY = 'src/theme/fonts/bricolage-grotesque';
const night = '#0b0618';
const amber = '#ffbd59';

/**
 * Makes every picture, and gives how many there are.
 * @param {string} folder that the site's paths start from
 */
export async function makeSharePictures(folder) {
  const draw = await openDrawing();
  const pages = /** @type {Page[]} */ (Object.keys(pageFacts));
  for (const page of pages) {
    const file = join(folder, sharePicturePath(page));
    mkdirSync(dirname(file), { recursive: true });
    await writeFile(file, await draw(page));
  }
  return pages.length;
}

/** @typedef {keyof typeof pageFacts} Page */

/**
 * Opens what all pictures share, and gives a function that draws the picture of a page, as JPEG.
 * @returns {Promise<(page: Page) => Promise<Buffer>>}
 */
export async function openDrawing() {
  const [background, logo, display, text] = await Promise.all([
    sharp('public/images/home-poster.avif')
      .resize(width, height, { fit: 'cover', position: 'right' })
      .png({ compressionLevel: 0 })
      .toBuffer(),
    readFile('public/favicon.svg', 'utf8'),
    openTypeface(DISPLAY),
    openTypeface('src/theme/fonts/figtree'),
  ]);
  return (page) =>
    sharp(background)
      .composite([{ input: Buffer.from(drawing(pageFacts[page].picture, logo, display, text)) }])
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer();
}

/** @typedef {import('./share-text.mjs').Typeface} Typeface */

/**
 * The words of a picture over a shade that keeps their ground dark.
 * @param {string} title @param {string} logo @param {Typeface} display @param {Typeface} text
 */
function drawing(title, logo, display, text) {
  const fit = fitted(title, display);
  if (!fit) throw new Error(`The words of a share picture are too long: ${title}`);
  const { size, lines } = fit;
  const first = words.bottom - (lines.length - 1) * size * words.leading;
  const headline = lines.map((line, index) =>
    display.outline(line, words.left, first + index * size * words.leading, size),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<linearGradient id="shade"><stop offset=".45" stop-color="${night}" stop-opacity=".82"/><stop offset=".8" stop-color="${night}" stop-opacity="0"/></linearGradient>
<path fill="url(#shade)" d="M0 0h${width}v${height}H0z"/>
<svg x="${words.left}" y="72" width="64" height="64" viewBox="0 0 64 64">${asPart(logo)}</svg>
<path fill="#fff" d="${display.outline(identity.studioName, words.left + 84, 115, 34)}"/>
<path fill="#fff" d="${headline.join('')}"/>
<path fill="${amber}" stroke="${amber}" stroke-width=".8" d="${text.outline(pictureLine, words.left, 556, 34)}"/>
</svg>`;
}

/**
 * The words of `pageFacts` that no size makes fit; for the check of the studio's own texts.
 * @param {Record<string, { picture: string }>} facts by page
 * @returns {Promise<import('../src/content/content-problem.ts').ContentProblem[]>}
 */
export async function pictureProblems(facts = pageFacts) {
  const display = await openTypeface(DISPLAY);
  return Object.entries(facts)
    .filter(([, { picture }]) => fitted(picture, display) === undefined)
    .map(([page, { picture }]) => ({
      file: 'src/content/page-facts.ts',
      field: `${page}.picture`,
      fix: `« ${picture} » est trop long pour une image de partage ; raccourcissez-le.`,
    }));
}

/**
 * The largest size in which the words take few enough lines, with these; undefined when there is none.
 * @param {string} title @param {Typeface} face
 */
function fitted(title, face) {
  for (const size of words.sizes) {
    const lines = balancedLines(title, (line) => face.width(line, size), words.width);
    if (lines && lines.length <= words.maxLines) return { size, lines };
  }
  return undefined;
}

/**
 * A drawing as a part of another: without what an editor wrote before it, its own size, and its dark mode.
 * @param {string} svg
 */
export function asPart(svg) {
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(/^<svg[^>]*>/, (root) => root.replace(/\s(?:width|height)="[^"]*"/g, ''))
    .replace(/<style>.*?<\/style>/s, '');
}
