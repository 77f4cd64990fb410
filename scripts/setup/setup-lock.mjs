import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './steps.mjs';

const NAME = '.setup-lock';
const file = join(root, NAME);
/** Longer than any installation: a process with the number of the owner is then another one. */
const ABANDONED_AFTER_MS = 600_000;

/**
 * Runs `work` once no other command installs or builds in this folder, and keeps others waiting meanwhile: two first starts
 * at once would remove each other's files.
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(work) {
  for (let told = false; !take(); told = true) {
    if (!told)
      process.stderr.write(
        `→ Une autre commande installe ou construit dans ce dossier (${NAME}) : attente…\n`,
      );
    await wait(250);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take() {
  if (isAbandoned()) rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned() {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // Our own number was another process's before, as in a container that starts again.
    if (owner === process.pid || Date.now() - statSync(file).mtimeMs > ABANDONED_AFTER_MS) return true;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    // Any other error: the lock was given back meanwhile, or its owner is of another account.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
