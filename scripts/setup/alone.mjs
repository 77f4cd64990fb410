import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './steps.mjs';

const lock = '.setup-lock';
const RENEWED_EVERY_MS = 1000;

/** Younger than this, a lock has an owner; older, its owner was killed. */
const ABANDONED_AFTER_MS = 5000;

/**
 * Runs `work` once no other command installs or builds in this folder, and keeps others waiting meanwhile: two first starts
 * at once would remove each other's files.
 * @param {() => Promise<void>} work
 */
export async function alone(work) {
  const file = join(root, lock);
  if (!take(file)) {
    process.stderr.write(`→ Une autre commande installe ou construit dans ce dossier (${lock}) : attente…\n`);
    while (!take(file)) await wait(RENEWED_EVERY_MS / 4);
  }
  const renewal = setInterval(() => utimesSync(file, new Date(), new Date()), RENEWED_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(renewal);
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  const taken = statSync(file, { throwIfNoEntry: false });
  if (taken && Date.now() - taken.mtimeMs > ABANDONED_AFTER_MS) rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}
