import { crest, landscape } from './hills.mjs';

/** @typedef {import('./hills.mjs').Hill} Hill */

/** @type {Hill[]} */
const hills = [
  {
    base: 300,
    lift: 60,
    at: 820,
    width: 200,
    waves: [
      [18, 420, 0.2],
      [8, 214, 0.7],
    ],
  },
  { base: 318, lift: 96, at: 640, width: 330, waves: [[9, 380, 0.05]] },
  {
    base: 356,
    lift: 26,
    at: 160,
    width: 220,
    waves: [
      [18, 500, 0.55],
      [7, 240, 0.1],
    ],
  },
  {
    base: 392,
    waves: [
      [16, 560, 0.1],
      [7, 260, 0.5],
    ],
  },
];
const ridge = /** @type {Hill} */ (hills[1]);
/** Places of the walkers; the first one is the one who joins. */
const WALKERS = [266, 392, 488, 584];

/**
 * Draws a developer who joins a team: one walker ropes up with three others on a ridge. @param {import('./hills.mjs').Colours}
 * colours
 */
export function regie(colours) {
  const scene = { width: 890, height: 410, sun: { x: 620, y: 132, radius: 96 }, hills };
  const { scrim, primary } = colours;
  const walkers = WALKERS.map((x, index) => walker(x, index === 0 ? primary : scrim));
  return landscape(scene, colours, { 1: `${ropes(colours)}${walkers.join('')}` });
}

/** Draws slack ropes between the walkers, the new one in the sun's colour. @param {import('./hills.mjs').Colours} colours */
function ropes({ scrim, primary }) {
  return WALKERS.slice(1)
    .map((to, index) => {
      const from = /** @type {number} */ (WALKERS[index]);
      const [start, end] = [crest(ridge, from) - 34, crest(ridge, to) - 34];
      const colour = index === 0 ? primary : scrim;
      return `<path fill="none" stroke="${colour}" stroke-width="2.5" d="M${from + 6} ${Math.round(start)}Q${(from + to) / 2} ${Math.round((start + end) / 2 + 26)} ${to - 8} ${Math.round(end)}"/>`;
    })
    .join('');
}

/** Draws a walker with rucksack and pole on the ridge. @param {number} x @param {string} colour */
function walker(x, colour) {
  const y = Math.round(crest(ridge, x)) + 2;
  return `<g transform="translate(${x} ${y})" fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round">
<circle cx="5" cy="-71" r="8" fill="${colour}" stroke="none"/><path fill="${colour}" stroke-width="5" d="M-4-58 6-57 2-34H-8z"/>
<path fill="${colour}" stroke-width="5" d="M-17-60h6l3 22h-10z"/><path stroke-width="7" d="M-2-34 10-19 8-2M-4-34-7-17-18-2M8-1h4M-18-1h4"/>
<path stroke-width="5" d="M4-54 14-43 22-47"/><path stroke-width="2.5" d="M21-56 28 2"/></g>`;
}
