// Text as outlines, for the share pictures.
import { open } from 'fontkit';

/**
 * @typedef {{ width(text: string, size: number): number,
 *   outline(text: string, x: number, y: number, size: number): string }} Typeface
 */
/** @typedef {import('fontkit').Font} Font */

/**
 * A family of the site: its file, and those with the signs and letters that are rare.
 * @param {string} path without `.woff2`
 * @returns {Promise<Typeface>}
 */
export async function openTypeface(path) {
  const files = ['', '-rest', '-ext'].map((part) => open(`${path}${part}.woff2`));
  const faces = /** @type {Font[]} */ (await Promise.all(files));
  /** @param {string} text */
  const runsOf = (text) => runs(printable(text), faces);
  return {
    width(text, size) {
      return runsOf(text).reduce(
        (sum, { face, part }) => sum + advance(face, part) * (size / face.unitsPerEm),
        0,
      );
    },
    outline(text, x, y, size) {
      let path = '';
      let pen = x;
      for (const { face, part } of runsOf(text)) {
        const scale = size / face.unitsPerEm;
        const { glyphs, positions } = face.layout(part);
        glyphs.forEach((glyph, index) => {
          path += glyph.path.transform(scale, 0, 0, -scale, pen, y).toSVG();
          pen += (positions[index]?.xAdvance ?? 0) * scale;
        });
      }
      return path;
    },
  };
}

/**
 * The fonts have no narrow spaces: browsers make them from the space, and so does this.
 * @param {string} text
 */
function printable(text) {
  return text.replace(/\s/g, ' ');
}

/** @param {Font} face @param {string} text */
function advance(face, text) {
  return face.layout(text).positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
}

/**
 * The text in pieces, each of the first face that has its characters.
 * @param {string} text @param {Font[]} faces
 */
function runs(text, faces) {
  /** @type {{ face: Font, part: string }[]} */
  const pieces = [];
  for (const character of text) {
    const face = faces.find((one) => one.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) ?? faces[0];
    const last = pieces.at(-1);
    if (last && last.face === face) last.part += character;
    else if (face) pieces.push({ face, part: character });
  }
  return pieces;
}

/**
 * Breaks at plain spaces into as few lines as fit, of lengths as even as possible; undefined when a word is too wide.
 * @param {string} text @param {(line: string) => number} widthOf @param {number} max
 * @returns {string[] | undefined}
 */
export function balancedLines(text, widthOf, max) {
  const fits = (/** @type {number} */ limit) => broken(text.split(' '), widthOf, limit);
  const widest = fits(max);
  if (!widest) return undefined;
  let lines = widest;
  for (let limit = max; limit > 0; limit -= 10) {
    const narrower = fits(limit);
    if (!narrower || narrower.length > widest.length) break;
    lines = narrower;
  }
  return lines;
}

/**
 * @param {string[]} words @param {(line: string) => number} widthOf @param {number} max
 * @returns {string[] | undefined}
 */
function broken(words, widthOf, max) {
  if (words.some((word) => widthOf(word) > max)) return undefined;
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= max) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
