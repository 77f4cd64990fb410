/**
 * Computes the metrics of a fallback face that takes the same room as a web font.
 * The mean advance width of a font is the mean of its characters' advances (in em), weighted by their frequency in French prose,
 * space included. `size-adjust` is the ratio of the web font's mean to the system font's. The vertical overrides are the web
 * font's own metrics divided by that ratio, because `size-adjust` scales them too.
 */
import * as fontkit from 'fontkit';

/** Occurrences per thousand characters of French prose (space, letters, accents, the commonest marks). */
// biome-ignore format: a table
const FRENCH_FREQUENCIES = {
  ' ': 165, e: 119, a: 62, i: 60, s: 64, n: 58, r: 54, t: 58, o: 45, l: 45, u: 50, d: 30, c: 26, m: 24, p: 24,
  é: 16, v: 13, q: 11, f: 9, b: 7, g: 7, h: 7, j: 4, à: 4, x: 3, y: 2.5, z: 1.2, è: 2.5, ê: 1.8, ç: 0.7, ù: 0.5,
  â: 0.4, î: 0.4, ô: 0.4, œ: 0.2, k: 0.4, w: 0.2, ',': 11, '.': 9, '’': 10, '-': 2, ':': 1, A: 1, C: 1.2, D: 1,
  L: 1.6, M: 1, N: 1, P: 1.2, S: 1, V: 1, É: 0.4, 0: 1, 1: 1, 5: 0.8,
};

/**
 * Measures a font.
 * @param {Buffer} file a font without variation axes (sfnt, woff or woff2)
 * @returns {{ ascent: number, descent: number, lineGap: number, meanAdvance: number }} all in em, descent positive
 */
export function measure(file) {
  const font = /** @type {fontkit.Font} */ (fontkit.create(file));
  let sum = 0;
  let total = 0;
  for (const [character, frequency] of Object.entries(FRENCH_FREQUENCIES)) {
    sum += font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth * frequency;
    total += frequency;
  }
  const em = font.unitsPerEm;
  return {
    ascent: font.ascent / em,
    descent: -font.descent / em,
    lineGap: font.lineGap / em,
    meanAdvance: sum / total / em,
  };
}

/**
 * Computes the descriptors of a fallback face.
 * @param {ReturnType<typeof measure>} web the web font
 * @param {ReturnType<typeof measure>} system the system font that stands in for it
 * @returns {Record<string, string>} `@font-face` descriptors, in percent
 */
export function fallbackDescriptors(web, system) {
  const ratio = web.meanAdvance / system.meanAdvance;
  const percent = (/** @type {number} */ value) => `${(value * 100).toFixed(2)}%`;
  return {
    'size-adjust': percent(ratio),
    'ascent-override': percent(web.ascent / ratio),
    'descent-override': percent(web.descent / ratio),
    'line-gap-override': percent(web.lineGap / ratio),
  };
}
