import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const LOCK = '.setup-lock';
const lock = join(root, LOCK);
/** An installation never takes this long. An older lock counts as abandoned, because its process number may be another's now. */
const ABANDONED_AFTER_MS = 600_000;

/** A failure whose message alone tells the person at the terminal what to do. */
export class SetupError extends Error {}

/**
 * Runs a command as one step, with a line when it begins and when it ends. The command's own output appears only if it fails.
 * @param {string} title what the step does, in French
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @throws {SetupError} with the command's output when it does not exit with 0
 */
export function runStep(title, command, args, env = process.env) {
  process.stderr.write(`→ ${title}…\n`);
  const began = Date.now();
  // The lock also names the step's process, because npm continues for a while after Ctrl-C or the death of this process.
  const noted = ['-c', 'echo $$ >>"$0"; exec "$@"', lock, command, ...args];
  const [program, words] = lockOwners()[0] === process.pid ? ['/bin/sh', noted] : [command, args];
  const { status, signal, error, stdout, stderr } = spawnSync(program, words, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  process.stderr.write(`${status === 0 ? '✓' : '✗'} ${title} (${seconds} s)\n`);
  if (status === 0) return;
  // When memory runs out, the system kills npm itself, or a program below it whose shell then returns 137.
  if (signal === 'SIGKILL' || status === 137 || `${stdout}${stderr}`.includes('SIGKILL'))
    throw new SetupError(
      `${title} : tué par le système, sans doute faute de mémoire. Libérez-en (free -h), ou ajoutez un fichier d’échange, puis relancez.`,
    );
  const output = error?.message ?? `${stdout}${stderr}`.trim();
  throw new SetupError(`${title} : échec de « ${command} ${args.join(' ')} ».\n${output}`);
}

/**
 * Does work unless it was done for the same inputs before. Other commands wait, because two first starts at once would remove
 * each other's files.
 * @param {string} stamp file below the root that remembers the inputs; the work makes its folder
 * @param {string} inputs everything the result depends on, such as a {@link digest}
 * @param {() => void} work
 */
export async function once(stamp, inputs, work) {
  if (isDone(stamp, inputs)) return;
  for (let announced = false; !takeLock(); announced = true) {
    if (!announced)
      process.stderr.write(
        `→ Une autre commande installe ou construit dans ce dossier (${LOCK}) : attente…\n`,
      );
    await wait(250);
  }
  try {
    // Another command may have done the work while this one waited.
    if (isDone(stamp, inputs)) return;
    work();
    writeFileSync(join(root, stamp), inputs);
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Checks whether the work with this stamp was done for these inputs. @param {string} stamp @param {string} inputs */
export function isDone(stamp, inputs) {
  return existsSync(join(root, stamp)) && readFileSync(join(root, stamp), 'utf8') === inputs;
}

function takeLock() {
  if (isAbandoned()) rmSync(lock, { force: true });
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** Lists the process that took the lock, then the steps that it began; none if there is no lock. */
function lockOwners() {
  try {
    return readFileSync(lock, 'utf8').trim().split('\n').map(Number);
  } catch {
    return [];
  }
}

function isAbandoned() {
  const owners = lockOwners();
  const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {};
  if (owners.length === 0 || mtimeMs === undefined) return false;
  // A lock with our number is an older process's, as in a container that starts again.
  return owners[0] === process.pid || Date.now() - mtimeMs > ABANDONED_AFTER_MS || !owners.some(isAlive);
}

/** @param {number} id */
function isAlive(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // Any other error means that the process exists and belongs to another account.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH';
  }
}

/**
 * Digests names and contents of files and folders, tests excepted.
 * @param {string[]} paths below the root, or absolute
 * @param {string} [more]
 */
export function digest(paths, more = '') {
  const hash = createHash('sha256').update(more);
  for (const path of paths.flatMap(filesBelow).sort())
    hash.update(`${path}\0`).update(readFileSync(resolve(root, path)));
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const found = statSync(resolve(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(resolve(root, path))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => filesBelow(`${path}/${name}`));
}
