import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './steps.mjs';

const LOCK = '.setup-lock';
const lock = join(root, LOCK);
/** Longer than any installation: later, another process has the owner's number. */
const ABANDONED_AFTER_MS = 600_000;

/**
 * Does work unless it was done for the same inputs before. Other commands wait meanwhile: two first starts at once would remove
 * each other's files.
 * @param {string} stamp file below the root that remembers the inputs; the work makes its folder
 * @param {string} inputs everything the result depends on, such as a {@link digest}
 * @param {() => void} work
 */
export async function once(stamp, inputs, work) {
  const isDone = () => existsSync(join(root, stamp)) && readFileSync(join(root, stamp), 'utf8') === inputs;
  if (isDone()) return;
  for (let told = false; !takeLock(); told = true) {
    if (!told)
      process.stderr.write(
        `→ Une autre commande installe ou construit dans ce dossier (${LOCK}) : attente…\n`,
      );
    await wait(250);
  }
  try {
    // Another command may have done it while this one waited.
    if (isDone()) return;
    work();
    writeFileSync(join(root, stamp), inputs);
  } finally {
    rmSync(lock, { force: true });
  }
}

function takeLock() {
  if (isAbandoned()) rmSync(lock, { force: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned() {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    // Another process had our number before, as in a container that starts again.
    if (owner === process.pid || Date.now() - statSync(lock).mtimeMs > ABANDONED_AFTER_MS) return true;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    // Any other error: the lock was released meanwhile, or another account owns the process.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/**
 * Digests names and contents of files and folders (paths below the root), without the tests.
 * @param {string[]} paths
 */
export function digest(paths) {
  const hash = createHash('sha256');
  const files = paths.flatMap(filesBelow).filter((path) => !/\.test\.tsx?$/.test(path));
  for (const path of files.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}
