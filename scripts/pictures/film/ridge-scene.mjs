/**
 * Draws the opening picture, ridges and contour lines ("threads") under a low sun, as functions of place and time. Lengths are in
 * pixels, colours in sRGB from 0 to 255, and `turn` goes from 0 to 1 over one loop. All movement is a sine of whole turns, so the
 * picture at turn 1 equals that at turn 0.
 */
import { mixed, toHex, toLch } from '../../colours/oklch.ts';
import { clamp, fadeBetween, mix } from './maths.mjs';

/** @typedef {number[]} Colour red, green, blue */
/** @typedef {[amplitude: number, wavelength: number, start: number, sway: number, turns: number]} Wave */
/** @typedef {{ base: number, lift: number, waves: Wave[] }} Layer */
/** @typedef {ReturnType<typeof sceneColours>} Colours */
/** @typedef {ReturnType<typeof prepareFrame>} Frame */

export const WIDTH = 1280;
export const HEIGHT = 720;

const TAU = Math.PI * 2;
const SUN = { x: 1004, y: 214, radius: 70 };

/** Each layer's lightness and its share of the brand's chroma. */
const DEPTHS = [
  [0.49, 0.86],
  [0.43, 0.86],
  [0.35, 0.72],
  [0.27, 0.55],
  [0.2, 0.36],
  [0.16, 0.24],
];

/** Derives the colours of the scene. @param {import('../../colours/colours.ts').Colours} colours */
export function sceneColours({ primary, secondary, ridgeFar, scrim, night, thread }) {
  const [sun, own, tint, dark] = [primary, secondary, thread, scrim].map(toLch);
  // For a grey brand this hue means nothing, and its chroma of 0 hides it.
  const hue = (own[2] + tint[2]) / 2;
  // A yellow sun gets redder at its foot; another colour would only change its hue.
  const reddens = Math.min(24, Math.max(0, 30 - Math.abs(sun[2] - 75)));
  const foot = toHex([sun[0] - 0.09, sun[1] * 1.2, sun[2] - reddens]);
  const rgb = {
    sun: primary,
    discTop: toHex([sun[0] + 0.02, sun[1] * 0.9, sun[2]]),
    discFoot: foot,
    ember: mixed(foot, ridgeFar, 0.2),
    glow: secondary,
    night: toHex([dark[0] - 0.035, dark[1] * 0.8, dark[2]]),
    dusk: night,
    thread: toHex([tint[0] - 0.07, tint[1] * 1.15, tint[2]]),
  };
  return {
    .../** @type {Record<keyof typeof rgb, Colour>} */ (
      Object.fromEntries(Object.entries(rgb).map(([name, hex]) => [name, bytes(hex)]))
    ),
    layers: DEPTHS.map(([lightness, chroma]) => bytes(toHex([lightness, own[1] * chroma, hue]))),
  };
}

/** @param {string} hex @returns {Colour} */
const bytes = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** The layers from far to near. A wave's start and sway are fractions of a turn, and `turns` are whole turns in a loop. */
const LAYERS = [
  layer(392, 104, [
    [26, 560, 0.1, 0.05, 0],
    [13, 254, 0.62, 0.06, 0],
    [7, 420, 0.3, 0, 1],
  ]),
  layer(438, 92, [
    [30, 690, 0.48, 0.05, 0],
    [12, 301, 0.2, 0.07, 0],
    [8, 510, 0.8, 0, -1],
  ]),
  layer(488, 70, [
    [32, 620, 0.86, 0.06, 0],
    [12, 277, 0.5, 0.06, 0],
    [9, 560, 0.1, 0, 1],
  ]),
  layer(544, 52, [
    [32, 760, 0.3, 0.05, 0],
    [11, 322, 0.9, 0.07, 0],
    [10, 640, 0.5, 0, -1],
  ]),
  layer(602, 36, [
    [30, 830, 0.7, 0.05, 0],
    [10, 350, 0.15, 0.06, 0],
    [10, 720, 0.9, 0, 1],
  ]),
  layer(662, 18, [
    [26, 900, 0.05, 0.05, 0],
    [9, 380, 0.4, 0.06, 0],
    [9, 800, 0.35, 0, -1],
  ]),
];

/** @param {number} base @param {number} lift @param {Wave[]} waves @returns {Layer} */
function layer(base, lift, waves) {
  return { base, lift, waves };
}

/** Distances of the threads below the crest, in pixels. */
const THREADS = [15, 33, 55, 82];

/** Returns the height of a crest. @param {Layer} layer @param {number} x @param {number} turn */
function crestHeight({ base, lift, waves }, x, turn) {
  let height = base - lift * Math.exp(-(((x - 1010) / 330) ** 2));
  for (const [amplitude, wavelength, start, sway, turns] of waves) {
    const phase = start + sway * Math.sin(TAU * (turn + start)) + turns * turn;
    height += amplitude * Math.sin(TAU * (x / wavelength + phase));
  }
  return height;
}

/**
 * Returns how far apart the threads are; they come closer and part along the ridge.
 * @param {number} index @param {number} x @param {number} turn
 */
function threadSpread(index, x, turn) {
  return (
    1 +
    0.34 *
      Math.sin(TAU * (x / (610 + 70 * index) + 0.21 * index + 0.06 * Math.sin(TAU * (turn + 0.3 * index))))
  );
}

/** Computes, once per frame, all that depends on the column alone. @param {number} turn @param {Colours} colours */
export function prepareFrame(turn, colours) {
  const columns = LAYERS.map((ridge, index) => {
    const crest = new Float32Array(WIDTH + 1);
    const spread = new Float32Array(WIDTH + 1);
    for (let x = 0; x <= WIDTH; x++) {
      crest[x] = crestHeight(ridge, x, turn);
      spread[x] = threadSpread(index, x, turn);
    }
    return { crest, spread };
  });
  return { columns, colours, breath: 1 + 0.045 * Math.cos(TAU * turn) };
}

/** Returns the sunlight at a place, from 0 to 1. @param {number} x @param {number} y */
function sunlight(x, y) {
  return Math.exp(-(((x - SUN.x) / 250) ** 2) - ((y - SUN.y) / 330) ** 2);
}

/** Brightness by column; the left stays dark, because text stands there. */
const openness = Float32Array.from({ length: WIDTH }, (_, x) => mix(0.16, 1, fadeBetween(430, 1010, x)));
const reliefs = Float32Array.from({ length: WIDTH }, (_, x) => fadeBetween(300, 820, x));

/**
 * Paints the sky, which never moves: the video encodes its dithered gradient once, at full quality, for the whole loop.
 * @param {Colour} out @param {number} x @param {number} y @param {Colours} colours
 */
function paintSky(out, x, y, colours) {
  const radius = Math.hypot(x - SUN.x, y - SUN.y);
  const core = Math.exp(-radius / 84) * 0.92;
  const ember = Math.exp(-radius / 170) * 0.66;
  const violet = Math.exp(-((radius / 420) ** 2)) * 0.4;
  const dusk = fadeBetween(1000, 120, radius);
  const disc = clamp(SUN.radius - radius + 0.5);
  for (let c = 0; c < 3; c++) {
    let value = mix(colours.night[c], colours.dusk[c], dusk);
    value = mix(value, colours.glow[c], violet);
    value = mix(value, colours.ember[c], ember);
    value = mix(value, colours.sun[c], core);
    const light = mix(colours.discTop[c], colours.discFoot[c], clamp((y - SUN.y + 70) / 130));
    out[c] = mix(value, light, disc);
  }
}

/** @param {Colour} out @param {Colour} colour @param {number} amount */
function blend(out, colour, amount) {
  for (let c = 0; c < 3; c++) out[c] += (colour[c] - out[c]) * amount;
}

/**
 * Returns how much of the pixel the threads and the crest line cover.
 * @param {number} depth @param {number} spread @param {number} slope
 */
function threadCover(depth, spread, slope) {
  let cover = clamp(1.4 - Math.abs(depth - 0.5) * slope) * 0.55;
  for (let i = 0; i < THREADS.length; i++) {
    const distance = Math.abs(depth - THREADS[i] * spread) * slope;
    cover += clamp(1.15 - distance) * (0.52 - 0.11 * i);
  }
  return cover;
}

const body = [0, 0, 0];
const glow = [0, 0, 0];

/**
 * Paints the flank of a ridge: it gets darker downwards, and mist rises from the ridge in front. On the dark left it is flat,
 * because a gradient of so few levels would show as bands.
 * @param {number} index @param {number} depth @param {number} above @param {number} x @param {Colours} colours
 */
function paintFlank(index, depth, above, x, { night, layers }) {
  const open = openness[x];
  const relief = reliefs[x];
  const shade = mix(0.6, 0.34 + 0.66 * Math.exp(-Math.max(depth, 0) / 120), relief);
  const mist = clamp(Math.exp(-above / 46) * 0.2) * relief;
  const behind = layers[Math.max(index - 1, 0)];
  for (let c = 0; c < 3; c++) {
    const lit = mix(night[c], layers[index][c], open * shade);
    body[c] = mix(lit, behind[c], mist * open);
  }
}

/** @param {Colour} from @param {Colour} to @param {number} amount */
function mixGlow(from, to, amount) {
  for (let c = 0; c < 3; c++) glow[c] = mix(from[c], to[c], amount);
}

/** @param {Colour} out @param {number} index @param {number} x @param {number} y @param {Frame} frame */
function paintRidge(out, index, x, y, frame) {
  const { crest, spread } = frame.columns[index];
  const { ember, sun, thread } = frame.colours;
  const slope = 1 / Math.hypot(1, crest[x + 1] - crest[x]);
  const depth = y - crest[x];
  const cover = clamp(depth * slope + 0.5);
  if (cover === 0) return;

  const next = frame.columns[index + 1];
  const light = sunlight(x, y) * frame.breath;
  const open = openness[x];
  const near = index / (LAYERS.length - 1);
  paintFlank(index, depth, next ? next.crest[x] - y : Number.POSITIVE_INFINITY, x, frame.colours);
  mixGlow(ember, sun, light);
  blend(body, glow, light * Math.exp(-Math.max(depth, 0) / 38) * 0.62);
  mixGlow(thread, glow, clamp(light * 1.8));
  blend(body, glow, threadCover(depth, spread[x], slope) * mix(0.13, 0.8, open) * mix(1, 0.42, near));
  blend(out, body, cover);
}

/**
 * Writes the colour of pixel (x, y) into `out`.
 * @param {Colour} out @param {number} x @param {number} y @param {Frame} frame
 */
export function paintPixel(out, x, y, frame) {
  if (y < frame.columns[0].crest[x] + 1) paintSky(out, x, y, frame.colours);
  for (let index = 0; index < LAYERS.length; index++) {
    const next = frame.columns[index + 1];
    if (next && y > next.crest[x] + 2) continue;
    paintRidge(out, index, x, y, frame);
  }
}
