/** Turns the scene into raw 8-bit 4:2:0 frames (BT.709, limited range), dithered so that gradients do not band. */
/** @import { Colour, Frame } from './ridge-scene.mjs' */
import { loadStudio } from '../../studio/load.ts';
import { HEIGHT, paintPixel, prepareFrame, sceneColours, WIDTH } from './ridge-scene.mjs';

const LUMA_BYTES = WIDTH * HEIGHT;
const { site } = await loadStudio();
const colours = sceneColours(site.palette.light);

/** Bytes of one raw frame: a full luma plane, and two chroma planes of a quarter of its size. */
export const FRAME_BYTES = (LUMA_BYTES * 3) / 2;

/**
 * Triangular noise from −1 to 1 level. All frames share it, because grain that stands still costs few bytes and does not flicker.
 */
const grain = Float32Array.from(
  { length: LUMA_BYTES },
  (_, index) => random(index * 2) + random(index * 2 + 1) - 1,
);

/** Strength of the grain, in levels; the ridges need little, because their threads hide steps of colour. */
const GRAIN = { sky: 0.9, ridges: 0.15 };

/** Returns a pseudo-random number from 0 to 1 that is the same for the same seed. @param {number} seed */
function random(seed) {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
}

/** @param {number} r @param {number} g @param {number} b */
const lumaOf = (r, g, b) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/**
 * Paints a 2 × 2 block: four luma samples, one sample of each chroma.
 * @param {Uint8ClampedArray} target @param {number} x @param {number} y @param {Frame} frame
 * @param {Colour} pixel room for one colour
 */
function paintBlock(target, x, y, frame, pixel) {
  const amount = y < frame.columns[0].crest[x] ? GRAIN.sky : GRAIN.ridges;
  let cb = 0;
  let cr = 0;
  for (let corner = 0; corner < 4; corner++) {
    const px = x + (corner & 1);
    const py = y + (corner >> 1);
    paintPixel(pixel, px, py, frame);
    const luma = lumaOf(pixel[0], pixel[1], pixel[2]);
    const place = py * WIDTH + px;
    target[place] = 16 + (luma * 219) / 255 + grain[place] * amount;
    cb += (pixel[2] - luma) / 1.8556;
    cr += (pixel[0] - luma) / 1.5748;
  }
  const chroma = ((y >> 1) * WIDTH) / 2 + (x >> 1);
  target[LUMA_BYTES + chroma] = 128 + (cb / 4) * (224 / 255) + grain[chroma] * amount;
  target[LUMA_BYTES * 1.25 + chroma] = 128 + (cr / 4) * (224 / 255) + grain[chroma + 7919] * amount;
}

/**
 * Renders one raw frame.
 * @param {number} turn place in the loop, from 0 to 1
 * @returns {Uint8ClampedArray<ArrayBuffer>}
 */
export function renderFrame(turn) {
  const frame = prepareFrame(turn, colours);
  const target = new Uint8ClampedArray(FRAME_BYTES);
  const pixel = [0, 0, 0];
  for (let y = 0; y < HEIGHT; y += 2) {
    for (let x = 0; x < WIDTH; x += 2) paintBlock(target, x, y, frame, pixel);
  }
  return target;
}
