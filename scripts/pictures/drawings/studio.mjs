import { crest, landscape } from './hills.mjs';

/** @typedef {import('./hills.mjs').Hill} Hill */

/** @type {Hill[]} */
const hills = [
  {
    base: 262,
    lift: 74,
    at: 800,
    width: 240,
    waves: [
      [20, 460, 0.1],
      [9, 214, 0.6],
    ],
  },
  {
    base: 300,
    lift: 62,
    at: 250,
    width: 210,
    waves: [
      [22, 560, 0.45],
      [9, 260, 0.2],
    ],
  },
  {
    base: 346,
    lift: 40,
    at: 900,
    width: 260,
    waves: [
      [24, 520, 0.8],
      [9, 240, 0.5],
    ],
  },
  {
    base: 384,
    lift: 30,
    at: 420,
    width: 240,
    waves: [
      [22, 640, 0.3],
      [8, 280, 0.9],
    ],
  },
  {
    base: 434,
    lift: 16,
    at: 980,
    width: 260,
    waves: [
      [20, 700, 0.72],
      [8, 300, 0.15],
    ],
  },
];

/**
 * Draws the studio: a lit house among the hills, with a path that climbs to it. @param {import('./hills.mjs').Colours} colours
 */
export function studio(colours) {
  const scene = { width: 1120, height: 480, sun: { x: 800, y: 158, radius: 58 }, hills };
  const stand = crest(/** @type {Hill} */ (hills[3]), 420);
  return landscape(scene, colours, { 3: house(420, stand, colours), 4: path(colours) });
}

/** @param {number} x @param {number} y @param {import('./hills.mjs').Colours} colours */
function house(x, y, { scrim, primary, nightRaised }) {
  return `<g transform="translate(${x} ${y + 6})">
<path fill="${nightRaised}" d="M-36-34h72V4h-72z"/>
<path fill="${scrim}" d="M-46-30 0-66 46-30l-5 6L0-56-41-24z"/>
<path fill="${scrim}" d="M18-62h10v18H18z"/>
<path fill="${primary}" d="M-22-24h14v14h-14zM-6-24h14v14H-6zM16-24h12V4H16z"/></g>`;
}

/** @param {import('./hills.mjs').Colours} colours */
function path({ primary }) {
  return `<path fill="none" stroke="${primary}" stroke-width="3.5" stroke-linecap="round" stroke-dasharray="1 11" d="M300 486c70-26 150-20 190-40s-10-32-22-44-26-18-22-32"/>`;
}
