import { crest, landscape } from './hills.mjs';

/** @typedef {import('./hills.mjs').Hill} Hill */

/** @type {Hill[]} */
const hills = [
  {
    base: 240,
    lift: 50,
    at: 520,
    width: 170,
    waves: [
      [18, 430, 0.3],
      [8, 214, 0.1],
    ],
  },
  {
    base: 286,
    lift: 56,
    at: 170,
    width: 190,
    waves: [
      [18, 520, 0.7],
      [8, 250, 0.4],
    ],
  },
  {
    base: 326,
    lift: 34,
    at: 470,
    width: 170,
    waves: [
      [16, 480, 0.1],
      [7, 230, 0.8],
    ],
  },
  {
    base: 372,
    lift: 10,
    at: 120,
    width: 200,
    waves: [
      [14, 600, 0.4],
      [7, 260, 0.6],
    ],
  },
];
const SIGN = 470;

/**
 * Draws a path that ends at a signpost, and traces that lead on in two directions. @param {import('./hills.mjs').Colours}
 * colours
 */
export function notFound(colours) {
  const scene = { width: 720, height: 400, sun: { x: 560, y: 116, radius: 62 }, hills };
  return landscape(scene, colours, { 2: signpost(colours), 3: traces(colours) });
}

/** @param {import('./hills.mjs').Colours} colours */
function signpost({ scrim, primary }) {
  const y = Math.round(crest(/** @type {Hill} */ (hills[2]), SIGN));
  return `<g transform="translate(${SIGN} ${y})"><path fill="${scrim}" d="M-4-128h8V6h-8z"/>
<path fill="${primary}" d="M-18-118h76l16 15-16 15h-76z"/><path fill="${primary}" d="M18-80h-76l-16 15 16 15h76z"/>
<path fill="none" stroke="${scrim}" stroke-width="4" stroke-linecap="round" d="M-4-103h46M4-65h-46"/></g>`;
}

/** @param {import('./hills.mjs').Colours} colours */
function traces({ primary }) {
  return `<g fill="none" stroke="${primary}" stroke-width="4" stroke-linecap="round" stroke-dasharray="1 12"><path d="M150 404c50-10 150-8 190-34s40-40 118-46"/>
<path opacity=".6" stroke-dasharray="1 20" d="M486 322c60 4 96 22 128 46"/></g>`;
}
