import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './steps.mjs';

const NAME = '.setup-lock';
/** Longer than any installation: then even a process with its number is another one, which was given it since. */
const ABANDONED_AFTER_MS = 600_000;

/**
 * Runs `work` once no other command installs or builds in this folder, and keeps others waiting meanwhile: two first starts
 * at once would remove each other's files.
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(work) {
  const file = join(root, NAME);
  if (!take(file)) {
    process.stderr.write(`→ Une autre commande installe ou construit dans ce dossier (${NAME}) : attente…\n`);
    while (!take(file)) await wait(250);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  if (isAbandoned(file)) rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function isAbandoned(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    const age = Date.now() - statSync(file).mtimeMs;
    // Our own number was somebody else's before, as in a container that starts again.
    return owner === process.pid || !isRunning(owner) || age > ABANDONED_AFTER_MS;
  } catch {
    // Given back meanwhile.
    return false;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
