/** Makes the share picture of each page: its words over the first picture of the film. */
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { sharePicturePath, sharePictureSize } from '../../src/pages/picture-files.ts';
import { balancedLines, fewestLines, openFace, textPath, textWidth } from './lettering.mjs';

/** Font sizes in pixels; the first one with few enough lines is taken. */
const SIZES = [84, 76, 68, 60];
const MAX_LINES = 3;
const TEXT_WIDTH = 720;
const LEFT = 80;
/** Font size in pixels of the name above and the line below. */
const SMALL = 34;
/** Left edge of the studio's name, which stands beside its mark. */
const NAME_LEFT = LEFT + 84;

/** @typedef {import('../studio/site.ts').Site} Site */

/**
 * Writes the share pictures.
 * @param {Site} site @param {Buffer} poster @param {Buffer} mark @param {string} folder
 */
export async function makeSharePictures({ identity, share, palette }, poster, mark, folder) {
  const { width, height } = sharePictureSize;
  const [display, text] = [openFace('bricolage-grotesque'), openFace('figtree')];
  const ground = await sharp(poster)
    .resize(width, height, { fit: 'cover', position: 'right' })
    .removeAlpha()
    .png()
    .toBuffer();
  const logo = await sharp(mark, { density: 300 })
    .resize(64, 64, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  mkdirSync(`${folder}/share`, { recursive: true });
  const pages = /** @type {[keyof Site['share']['words'], string][]} */ (Object.entries(share.words));
  const said = { name: identity.studioName, line: share.line };
  await Promise.all(
    pages.map(async ([page, title]) => {
      const words = drawWords(display, text, { ...said, title }, palette.light);
      const picture = await sharp(ground)
        .composite([{ input: Buffer.from(words) }, { input: logo, left: LEFT, top: 72 }])
        .jpeg({ quality: 86, chromaSubsampling: '4:4:4', mozjpeg: true })
        .toBuffer();
      writeFileSync(`${folder}${sharePicturePath(page)}`, picture);
    }),
  );
}

/**
 * Finds the largest size at which a title fits; undefined if none does.
 * @param {import('./lettering.mjs').Face} display @param {string} title
 */
export function titleSize(display, title) {
  return SIZES.find(
    (size) => (fewestLines(display, title, size, TEXT_WIDTH)?.length ?? Infinity) <= MAX_LINES,
  );
}

/**
 * Tells whether a text fits on its line. @param {import('./lettering.mjs').Face} face @param {string} text @param {'name' |
 * 'line'} place
 */
export function fitsOneLine(face, text, place) {
  const left = place === 'name' ? NAME_LEFT : LEFT;
  return textWidth(face, text, SMALL) <= sharePictureSize.width - left - LEFT;
}

/**
 * Draws the shade and the words.
 * @param {import('./lettering.mjs').Face} display @param {import('./lettering.mjs').Face} text
 * @param {{ name: string, line: string, title: string }} said @param {Record<string, string>} colours
 */
function drawWords(display, text, { name, line, title }, { scrim, primary = '#ffffff' }) {
  const { width, height } = sharePictureSize;
  const size = titleSize(display, title) ?? 60;
  const lines = balancedLines(display, title, size, TEXT_WIDTH) ?? [];
  const last = height - 68 - 34 - 44;
  const letters = lines.map((each, index) =>
    textPath(display, each, {
      x: LEFT,
      y: last - (lines.length - 1 - index) * size * 1.06,
      size,
      colour: '#ffffff',
      tracking: -0.02,
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><linearGradient id="shade"><stop offset=".4" stop-color="${scrim}" stop-opacity=".82"/><stop offset=".8" stop-color="${scrim}" stop-opacity="0"/></linearGradient></defs>
<path fill="url(#shade)" d="M0 0h${width}v${height}H0z"/>
${textPath(display, name, { x: NAME_LEFT, y: 116, size: SMALL, colour: '#ffffff' })}
${letters.join('')}
${textPath(text, line, { x: LEFT, y: height - 74, size: SMALL, colour: primary, bolder: 0.03 })}</svg>`;
}
