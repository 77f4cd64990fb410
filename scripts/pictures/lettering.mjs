/** Draws lines of text as paths with the site's fonts, so that a machine's own fonts make no difference. */
import { fileURLToPath } from 'node:url';
import { openSync } from 'fontkit';

/** @typedef {import('fontkit').Font} Font */
/** @typedef {ReturnType<typeof openFace>} Face */

const FONTS = fileURLToPath(new URL('../../src/theme/fonts', import.meta.url));

/** Opens a family; its letters are spread over up to three files. @param {string} family */
export function openFace(family) {
  const fonts = ['', '-rest', '-ext'].map(
    (part) => /** @type {Font} */ (openSync(`${FONTS}/${family}${part}.woff2`)),
  );
  return Object.assign((/** @type {string} */ text) => layOut(fonts, text), {
    /** Lists the letters that the family lacks. */
    lacks: (/** @type {string} */ text) =>
      [...new Set(text)].filter(
        (letter) => !fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
      ),
  });
}

/** @param {Font[]} fonts @param {string} text */
function layOut(fonts, text) {
  /** @type {{ font: Font, letters: string }[]} */
  const runs = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    const font = fonts.find((each) => each.hasGlyphForCodePoint(code)) ?? /** @type {Font} */ (fonts[0]);
    const last = runs.at(-1);
    if (last?.font === font) last.letters += letter;
    else runs.push({ font, letters: letter });
  }
  let width = 0;
  const shapes = runs.flatMap(({ font, letters }) => {
    const { glyphs, positions } = font.layout(letters);
    return glyphs.map((glyph, index) => {
      const position = positions[index];
      const place = width + (position?.xOffset ?? 0) / font.unitsPerEm;
      width += (position?.xAdvance ?? 0) / font.unitsPerEm;
      return { place, scale: 1 / font.unitsPerEm, glyph };
    });
  });
  return { width, shapes };
}

/**
 * Draws one line of text. `y` is the baseline, `tracking` is in em, and `bolder` is the weight in em that a stroke adds.
 * @param {Face} face @param {string} text
 * @param {{ x: number, y: number, size: number, colour: string, tracking?: number, bolder?: number }} style
 */
export function textPath(face, text, { x, y, size, colour, tracking = 0, bolder = 0 }) {
  const letters = face(text).shapes.map(
    ({ place, scale, glyph }, index) =>
      `<path transform="translate(${round(x + (place + index * tracking) * size)} ${y}) scale(${round(scale * size * 1e4) / 1e4} ${-round(scale * size * 1e4) / 1e4})" d="${glyph.path.toSVG()}"/>`,
  );
  return `<g fill="${colour}" stroke="${colour}" stroke-width="${bolder * 1000}">${letters.join('')}</g>`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** @param {Face} face @param {string} text @param {number} size */
export const textWidth = (face, text, size) => face(text).width * size;

/**
 * Breaks a text into the fewest lines, all about equally long; undefined if a word is too long.
 * @param {Face} face @param {string} text @param {number} size @param {number} width
 */
export function balancedLines(face, text, size, width) {
  const fewest = fewestLines(face, text, size, width);
  for (let narrower = width; fewest && narrower > 0; narrower -= size / 4) {
    const lines = fewestLines(face, text, size, narrower);
    if (lines?.length !== fewest.length) return fewestLines(face, text, size, narrower + size / 4);
  }
  return fewest;
}

/** Breaks a text into the fewest lines; undefined if a word is too long. @param {Face} face @param {string} text @param {number} size @param {number} width */
export function fewestLines(face, text, size, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    if (textWidth(face, word, size) > width) return undefined;
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(face, longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
