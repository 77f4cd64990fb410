import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { compileCache } from './launched.ts';

/**
 * The beginning of a command that file modes restrict. Root keeps its name, because other accounts may not enter the project's
 * folder, and loses the rights to bypass modes.
 */
export const heldBack =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** Runs a Node program that file modes restrict. @param args for Node */
export function runHeldBack(args: readonly string[], options: SpawnSyncOptions) {
  const [program = '', ...words] = [...heldBack, process.execPath, ...args];
  const env = { ...compileCache, PATH: process.env['PATH'], ...options.env };
  const { status, stdout, stderr } = spawnSync(program, words, { ...options, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}
