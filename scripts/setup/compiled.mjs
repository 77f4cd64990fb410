// The default import: the machine's own Node, which reads this file too, may not know the name.
import module from 'node:module';
import { join } from 'node:path';
import { root } from './steps.mjs';

/** Where Node keeps compiled modules; written anew after each build. */
const compiledFolder = join(root, 'dist', 'compiled');

/**
 * Keeps compiled modules; under the pinned Node only. Otherwise each thread compiles everything at each start, with a
 * compiler of its own: half of the time to start, and 50 MB.
 */
export function keepCompiled() {
  module.enableCompileCache(compiledFolder);
  // Threads and other processes read it from here.
  process.env['NODE_COMPILE_CACHE'] = compiledFolder;
}
