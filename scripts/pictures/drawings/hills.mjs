/**
 * Draws landscapes in the style of the film (film/ridge-scene.mjs): hills behind hills under a low sun, each with contour lines
 * ("threads") below its crest that come closer and part. Lengths are in units of the drawing.
 */
import { mixed, toHex, toLch } from '../../colours/oklch.ts';

/** @typedef {import('../../colours/colours.ts').Colours} Colours */
/** @typedef {[amplitude: number, wavelength: number, start: number]} Wave start of the phase, in turns */
/** @typedef {{ base: number, lift?: number, at?: number, width?: number, waves: Wave[] }} Hill `lift` raises a summit at `at` */
/** @typedef {{ width: number, height: number, sun: { x: number, y: number, radius: number }, hills: Hill[] }} Scene */

const TAU = Math.PI * 2;
/** Distance of each thread below the crest, and its opacity. */
const THREADS = [
  [14, 0.62],
  [31, 0.44],
  [52, 0.3],
  [78, 0.18],
];
/** Step between two points of a curve, a quarter of the shortest wave. */
const STEP = 56;

/** Returns the height of a crest. @param {Hill} hill @param {number} x */
export function crest({ base, lift = 0, at = 0, width = 1, waves }, x) {
  const summit = lift * Math.exp(-(((x - at) / width) ** 2));
  return waves.reduce(
    (y, [amplitude, wavelength, start]) => y + amplitude * Math.sin(TAU * (x / wavelength + start)),
    base - summit,
  );
}

/**
 * Draws a smooth line through a function, as commands of an SVG path.
 * @param {(x: number) => number} height @param {number} from @param {number} to
 */
export function curve(height, from, to) {
  const count = Math.ceil((to - from) / STEP);
  const step = (to - from) / count;
  const slope = (/** @type {number} */ x) => (height(x + 1) - height(x - 1)) / 2;
  let [x, y] = [round(from), round(height(from))];
  let path = `M${x} ${y}`;
  for (let index = 1; index <= count; index++) {
    const end = from + index * step;
    const first = `${round(step / 3)} ${round((slope(x) * step) / 3)}`;
    const second = `${round(end - step / 3 - x)} ${round(height(end) - (slope(end) * step) / 3 - y)}`;
    const [nextX, nextY] = [round(end), round(height(end))];
    path += `${index === 1 ? `c${first} ` : 's'}${second} ${round(nextX - x)} ${round(nextY - y)}`;
    [x, y] = [nextX, nextY];
  }
  return path;
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** Returns how far apart the threads are. @param {number} index of the hill @param {number} x */
const spread = (index, x) => 1 + 0.34 * Math.sin(TAU * (x / (410 + 50 * index) + 0.21 * index));

/** Colours the hills, from the lit far one to the near one in the night. @param {Colours} colours @param {number} count */
export function hillColours({ ridgeFar, scrim }, count) {
  const [[l, c, h], [nightL, nightC]] = [toLch(ridgeFar), toLch(scrim)];
  return Array.from({ length: count }, (_, index) => {
    const near = count === 1 ? 0 : index / (count - 1);
    return toHex([mix(Math.min(l, 0.52), nightL + 0.02, near ** 0.8), mix(c * 0.92, nightC, near), h]);
  });
}

/** @param {number} from @param {number} to @param {number} amount */
const mix = (from, to, amount) => from + (to - from) * amount;

/**
 * Draws a landscape. `between` holds drawings to place in front of a hill and behind the next, by the hill's number.
 * @param {Scene} scene @param {Colours} colours @param {Record<number, string>} [between]
 */
export function landscape({ width, height, sun, hills }, colours, between = {}) {
  const { scrim, secondary, primary, ridgeFar, thread, sunHigh, sunLow } = colours;
  const tones = hillColours(colours, hills.length);
  const far = tones[0] ?? scrim;
  const [edge, foot] = [-8, height + 8];
  const parts = hills.map((hill, index) => {
    const line = curve((x) => crest(hill, x), edge, width + 8);
    const nearness = hills.length === 1 ? 0 : index / (hills.length - 1);
    const threads = THREADS.map(([depth = 0, seen = 0]) => {
      const path = curve((x) => crest(hill, x) + depth * spread(index, x), edge, width + 8);
      return `<path d="${path}" opacity="${round(seen * mix(1, 0.62, nearness) * 10) / 10}"/>`;
    });
    return `<path fill="url(#hill${index})" d="${line}V${foot}H${edge}z"/>
<path fill="url(#lit)" opacity="${round(mix(0.5, 0.12, nearness))}" d="${line}V${foot}H${edge}z"/>
<g fill="none" stroke="url(#thread)" stroke-width="1.6"><path d="${line}" opacity=".7"/>${threads.join('')}</g>${between[index] ?? ''}`;
  });
  const gradients = tones.map((tone, index) => {
    const hill = /** @type {Hill} */ (hills[index]);
    const top = hill.base - (hill.lift ?? 0) - 20;
    return linear(`hill${index}`, top, top + 210, [
      [0, tone],
      [1, mixed(tone, scrim, 0.62)],
    ]);
  });
  const glow = `cx="${sun.x}" cy="${sun.y}"`;
  return svg(
    width,
    height,
    `<defs>
${linear('sky', 0, sun.y + sun.radius * 2.4, [
  [0, scrim],
  [0.55, mixed(scrim, secondary, 0.32)],
  [1, mixed(scrim, far, 0.85)],
])}
${radial('glow', sun.x, sun.y, sun.radius * 5.2, [
  [0.16, primary, 0.6],
  [0.32, mixed(primary, ridgeFar, 0.45), 0.36],
  [0.62, ridgeFar, 0.16],
  [1, ridgeFar, 0],
])}
${linear('sun', sun.y - sun.radius, sun.y + sun.radius, [
  [0.08, sunHigh],
  [0.42, primary],
  [0.54, primary],
  [0.8, sunLow],
])}
${radial('lit', sun.x, sun.y + sun.radius, sun.radius * 4.4, [
  [0, primary, 0.75],
  [0.5, mixed(primary, ridgeFar, 0.4), 0.25],
  [1, ridgeFar, 0],
])}
${radial('thread', sun.x, sun.y + sun.radius * 0.6, sun.radius * 7, [
  [0.1, primary],
  [0.55, mixed(thread, primary, 0.35)],
  [0.8, thread],
  [1, mixed(thread, far, 0.35)],
])}
${gradients.join('\n')}
</defs>
<path fill="url(#sky)" d="M0 0h${width}v${height}H0z"/>
<circle ${glow} r="${sun.radius * 5.2}" fill="url(#glow)" style="mix-blend-mode:screen"/>
<circle ${glow} r="${sun.radius}" fill="url(#sun)"/>
${parts.join('\n')}`,
  );
}

/** @param {number} width @param {number} height @param {string} content */
export function svg(width, height, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n${content}\n</svg>\n`;
}

/** @param {string} id @param {number} top @param {number} foot @param {[offset: number, colour: string][]} stops */
function linear(id, top, foot, stops) {
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${round(top)}" y2="${round(foot)}">${stops.map(stop).join('')}</linearGradient>`;
}

/** @param {string} id @param {number} x @param {number} y @param {number} radius @param {[offset: number, colour: string, opacity?: number][]} stops */
function radial(id, x, y, radius, stops) {
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${round(x)}" cy="${round(y)}" r="${round(radius)}">${stops.map(stop).join('')}</radialGradient>`;
}

/** @param {[offset: number, colour: string, opacity?: number]} stop */
function stop([offset, colour, opacity = 1]) {
  return `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`;
}
