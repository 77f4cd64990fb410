import { crest, curve, landscape, svg } from './hills.mjs';

/** @typedef {import('./hills.mjs').Hill} Hill */
/** @typedef {import('./hills.mjs').Colours} Colours */

const WIDTH = 1360;
const HEIGHT = 765;

/** @type {Hill[]} */
const hills = [
  { base: 330, lift: 90, at: 760, width: 240, waves: [[18, 460, 0.1]] },
  { base: 400, lift: 70, at: 980, width: 260, waves: [[22, 560, 0.45]] },
  { base: 470, lift: 30, at: 420, width: 240, waves: [[20, 640, 0.3]] },
];
const footer = /** @type {Hill} */ ({ base: 0, waves: [[8, 500, 0.1]] });

/**
 * Draws this site on a computer and a phone, without words, so that it stays right whatever an owner writes.
 * @param {Colours} colours
 */
export function site(colours) {
  const { tint, surface, secondary, primary, scrim } = colours;
  const ground = `<path fill="${tint}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<circle cx="1180" cy="130" r="330" fill="${primary}" opacity=".22"/><circle cx="120" cy="700" r="360" fill="${secondary}" opacity=".1"/>`;
  const shadow = `<rect x="110" y="104" width="960" height="600" rx="22" fill="${scrim}" opacity=".08"/>
<rect x="946" y="206" width="290" height="560" rx="44" fill="${scrim}" opacity=".1"/>`;
  const window = framed('window', 100, 84, 960, 600, 18, surface, `${bar(colours)}${opening(colours)}`);
  const phone = framed('phone', 940, 180, 290, 600, 40, scrim, services(colours));
  return svg(WIDTH, HEIGHT, `${ground}${shadow}${window}${phone}`);
}

/**
 * Cuts a drawing to a rounded frame. @param {string} id @param {number} x @param {number} y @param {number} width
 * @param {number} height @param {number} radius @param {string} fill @param {string} inside
 */
function framed(id, x, y, width, height, radius, fill, inside) {
  const frame = `width="${width}" height="${height}" rx="${radius}"`;
  return `<clipPath id="${id}"><rect ${frame}/></clipPath>
<g transform="translate(${x} ${y})" clip-path="url(#${id})"><rect ${frame} fill="${fill}"/>${inside}</g>`;
}

/** Draws the top of the browser's window. @param {Colours} colours */
function bar({ edge }) {
  return [24, 48, 72].map((x) => `<circle cx="${x}" cy="19" r="7" fill="${edge}"/>`).join('');
}

/** Draws the home's opening: portrait, title, buttons and facts before the hills. @param {Colours} colours */
function opening(colours) {
  const { primary, nightInk, secondary, ground } = colours;
  const scene = landscape({ width: 960, height: 562, sun: { x: 775, y: 210, radius: 74 }, hills }, colours);
  const words = [
    line(168, 96, 250, 24, nightInk, 1),
    line(168, 134, 340, 11, nightInk, 0.6),
    line(60, 200, 430, 42, nightInk, 1),
    line(60, 258, 380, 42, nightInk, 1),
    ...[322, 346].map((y) => line(60, y, 400, 12, nightInk, 0.7)),
    line(60, 370, 260, 12, nightInk, 0.7),
    line(60, 412, 150, 40, primary, 1),
    `<rect x="226" y="413" width="180" height="38" rx="19" fill="none" stroke="${nightInk}" stroke-width="2"/>`,
    ...[60, 380, 700].flatMap((x) => [
      line(x, 484, 110, 9, nightInk, 0.6),
      line(x, 502, 160, 15, nightInk, 1),
    ]),
  ];
  const wave = curve((x) => 546 + crest(footer, x), -8, 968);
  const portrait = `<circle cx="106" cy="118" r="44" fill="${primary}"/><circle cx="106" cy="108" r="16" fill="${ground}"/>
<path d="M74 148a34 34 0 0 1 64 0a44 44 0 0 1-64 0z" fill="${secondary}"/>`;
  return `<g transform="translate(0 38)">${scene}${portrait}${words.join('')}<path fill="${ground}" stroke="${primary}" stroke-width="2" d="${wave}V580H-8z"/></g>`;
}

/** Draws the offers on a phone: names, then a card with its price and button. @param {Colours} colours */
function services({ tint, surface, secondary, primary, ink, edge, night, nightInk }) {
  const names = [
    [30, 74, 76],
    [112, 74, 66],
    [184, 74, 66],
    [30, 108, 60],
    [96, 108, 90],
  ];
  const pills = names.map(
    ([x = 0, y = 0, width = 0], index) =>
      `<rect x="${x}" y="${y}" width="${width}" height="26" rx="13" fill="${index === 0 ? secondary : surface}" stroke="${edge}"/>`,
  );
  const points = [264, 292, 320].map(
    (y, index) =>
      `<path d="m48 ${y} 5 6 9-11" fill="none" stroke="${secondary}" stroke-width="3"/>${line(74, y - 4, [150, 120, 140][index] ?? 0, 9, ink, 0.7)}`,
  );
  return `<rect x="10" y="10" width="270" height="620" rx="31" fill="${tint}"/><path d="M41 10h208a31 31 0 0 1 31 31v9H10v-9a31 31 0 0 1 31-31z" fill="${night}"/>
${line(30, 24, 92, 11, nightInk, 0.9)}<circle cx="252" cy="30" r="9" fill="none" stroke="${nightInk}" stroke-width="2"/>${pills.join('')}
<rect x="24" y="150" width="242" height="420" rx="18" fill="${surface}"/><path d="M24 232v-64a18 18 0 0 1 18-18h206a18 18 0 0 1 18 18v64z" fill="${secondary}" opacity=".12"/>
<path d="M146 232c24-34 60-26 120-28v28z" fill="${secondary}"/><circle cx="230" cy="184" r="18" fill="${primary}"/>
${line(46, 174, 70, 9, secondary, 1)}${line(46, 194, 110, 16, ink, 1)}${points.join('')}
${[372, 394, 416].map((y) => `${line(46, y, 50, 8, ink, 0.45)}${line(116, y, 118, 8, ink, 0.8)}`).join('')}
${line(46, 454, 60, 10, ink, 0.7)}${line(114, 444, 96, 24, ink, 1)}${line(46, 492, 198, 38, secondary, 1)}`;
}

/**
 * Draws a line of words as a bar. @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {string} colour @param {number} opacity
 */
function line(x, y, width, height, colour, opacity) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${height / 2}" fill="${colour}" opacity="${opacity}"/>`;
}
