import { readdirSync } from 'node:fs';
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects what the start left behind and gives its room back to the system, 11 MB of 130, which Node would keep for as long
 * as the site is quiet (docs/performance.md). It stops the process for some 45 ms, once. The collector is called as `--expose-gc`
 * offers it; given on the command line, that option makes every start slower. Where it is not offered, nothing happens.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: typeof globalThis.gc = runInNewContext('globalThis.gc');
  collect?.({ type: 'major', flavor: 'last-resort' });
  // Compiled code is kept by these options, and what is loaded later looks for it.
  setFlagsFromString('--no-expose-gc');
}

/**
 * Lets go of the compiled code that Node read for the modules of a start: 6 MB, which it keeps to write them again. To be called
 * once they are loaded, so that the rest of the start takes that room. Only where the build has filled the folder: in another one
 * what is not there yet would be written now, before it has run and is worth keeping.
 * @param filledByBuild a folder; Node has one in it for each version, account and set of options
 */
export function letGoOfCompiled(filledByBuild: string): void {
  const folder = getCompileCacheDir();
  if (folder === undefined || dirname(folder) !== filledByBuild) return;
  if (readdirSync(folder).length > 0) flushCompileCache();
}
