import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A failure whose message tells the person at the terminal everything. */
export class SetupError extends Error {}

/**
 * Runs a command as one step: a line when it begins, a line when it ends. Its own output is shown only when it fails.
 * @param {string} title what the step does, in French
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @throws {SetupError} with the command's output when it does not exit with 0
 */
export function runStep(title, command, args, env = process.env) {
  process.stderr.write(`→ ${title}…\n`);
  const began = Date.now();
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stderr.write(`${status === 0 ? '✓' : '✗'} ${title} (${seconds} s)\n`);
  if (status === 0) return;
  const output = error?.message ?? `${stdout}${stderr}`.trim();
  throw new SetupError(`${title} : échec de « ${command} ${args.join(' ')} ».\n${output}`);
}
