/** Renders frames on request: receives `{ index, turn }` and answers `{ index, frame }`. */
import { parentPort } from 'node:worker_threads';
import { renderFrame } from './raster.mjs';

parentPort?.on('message', ({ index, turn }) => {
  const frame = renderFrame(turn);
  parentPort?.postMessage({ index, frame }, [frame.buffer]);
});
