import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from 'node:child_process';
import { compileCache } from './launched.ts';

/**
 * Runs a program of Node as an account that file modes hold back. Root keeps its name, as others may not enter the folder of the
 * project, and loses what lets it pass them.
 * @param args for Node
 */
export function runHeldBack(
  args: readonly string[],
  options: Omit<SpawnSyncOptionsWithStringEncoding, 'encoding'>,
) {
  const isRoot = process.getuid?.() === 0;
  const through = isRoot ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
  const [program = '', ...words] = [...through, process.execPath, ...args];
  const env = { ...compileCache, PATH: process.env['PATH'], ...options.env };
  const { status, stdout, stderr } = spawnSync(program, words, { ...options, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}
