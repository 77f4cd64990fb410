/** Renders the opening video and cuts its poster (npm run film). */
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { loadStudio } from '../../studio/load.ts';
import { HEIGHT, WIDTH } from './ridge-scene.mjs';

const FRAMES_PER_SECOND = 24;
const LOOP_SECONDS = 10;
const FRAME_COUNT = FRAMES_PER_SECOND * LOOP_SECONDS;

/** Quality of the video (CRF of x264); a value lower by 6 doubles its size. */
const QUALITY = 24.5;
/** Quality of the poster in AV1, from 0 (the best) to 63. */
const POSTER_QUALITY = 18;

const { path, studio } = await loadStudio();
const VIDEO = `${path}/${studio.studio.pictures.film}`;
const POSTERS = fileURLToPath(new URL('../posters', import.meta.url));

const COLOUR = [
  '-color_range',
  'tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
];
const RAW_INPUT = [
  '-f',
  'rawvideo',
  '-pix_fmt',
  'yuv420p',
  '-s',
  `${WIDTH}x${HEIGHT}`,
  '-r',
  `${FRAMES_PER_SECOND}`,
];

/**
 * One group of pictures whose first is the best, so that the still sky keeps its grain. The psychovisual and trellis options are
 * off, because they would smooth the grain away. `aq-mode=3` spends bits on dark parts, where banding would show.
 */
const X264 = [
  `keyint=${FRAME_COUNT}`,
  'scenecut=0',
  'ipratio=1.8',
  'bframes=8',
  'mbtree=0',
  'aq-mode=3',
  'aq-strength=1.4',
  'chroma-qp-offset=-5',
  'trellis=0',
  'deadzone-intra=2',
  'deadzone-inter=21',
  'psy=0',
].join(':');

const ENCODER = [
  ...['-c:v', 'libx264', '-preset', 'veryslow', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
  ...['-crf', `${QUALITY}`, '-x264-params', X264, '-movflags', '+faststart', '-an'],
];

/** @param {string[]} options */
function startFfmpeg(options) {
  return spawn('ffmpeg', ['-y', '-v', 'error', ...options], { stdio: ['pipe', 'inherit', 'inherit'] });
}

/** @param {ReturnType<typeof startFfmpeg>} child */
async function finish(child) {
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}`);
}

/** Yields the frames of the loop in order; as many workers as there are processors render them. */
async function* renderFrames() {
  /** @type {Map<number, PromiseWithResolvers<Uint8Array>>} */
  const waiting = new Map();
  const workers = Array.from({ length: availableParallelism() }, () => {
    const worker = new Worker(new URL('./render-worker.mjs', import.meta.url));
    worker.on('message', ({ index, frame }) => waiting.get(index)?.resolve(frame));
    worker.on('error', (error) => {
      for (const { reject } of waiting.values()) reject(error);
    });
    return worker;
  });
  const request = (/** @type {number} */ index) => {
    if (index >= FRAME_COUNT) return;
    waiting.set(index, Promise.withResolvers());
    workers[index % workers.length].postMessage({ index, turn: index / FRAME_COUNT });
  };
  for (let index = 0; index < workers.length * 2; index++) request(index);
  for (let index = 0; index < FRAME_COUNT; index++) {
    yield await waiting.get(index)?.promise;
    waiting.delete(index);
    request(index + workers.length * 2);
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
}

async function renderVideo() {
  const ffmpeg = startFfmpeg([...RAW_INPUT, ...COLOUR, '-i', '-', ...ENCODER, ...COLOUR, VIDEO]);
  for await (const frame of renderFrames()) {
    if (!ffmpeg.stdin.write(frame)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  await finish(ffmpeg);
}

/**
 * Writes the first encoded frame as the poster, so that nothing changes when the video replaces it. As AVIF it has half the size
 * of a WebP of the same quality (43 dB). Its name holds the film's digest and the colours in which it was rendered.
 */
async function cutPoster() {
  for (const former of globSync(`${POSTERS}/drawn-*`)) rmSync(former);
  const { primary, secondary } = studio.studio.colours.light;
  const poster = `${POSTERS}/drawn-${hash('sha256', readFileSync(VIDEO)).slice(0, 12)}-${primary.slice(1)}-${secondary.slice(1)}.avif`;
  const avif = ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', `${POSTER_QUALITY}`, '-cpu-used', '0'];
  await finish(startFfmpeg(['-i', VIDEO, '-frames:v', '1', ...avif, poster]));
  return poster;
}

await renderVideo();
const poster = await cutPoster();
for (const file of [VIDEO, poster]) console.log(`${file}: ${(await stat(file)).size} bytes`);
