import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './steps.mjs';

const lock = '.setup-lock';
const RENEWED_EVERY_MS = 1000;

/** Not renewed for so long, a lock has no owner any more, unless its process lives: it may have slept. */
const ABANDONED_AFTER_MS = 5000;

/** Then, even if a process has its number: another one may have been given it since. */
const SURELY_ABANDONED_AFTER_MS = 600_000;

/**
 * Runs `work` once no other command installs or builds in this folder, and keeps others waiting meanwhile: two first starts
 * at once would remove each other's files.
 * @param {() => Promise<void>} work
 */
export async function withSetupLock(work) {
  const file = join(root, lock);
  if (!take(file)) {
    process.stderr.write(`→ Une autre commande installe ou construit dans ce dossier (${lock}) : attente…\n`);
    while (!take(file)) await wait(RENEWED_EVERY_MS / 4);
  }
  const renewal = setInterval(
    () => isOurs(file) && utimesSync(file, new Date(), new Date()),
    RENEWED_EVERY_MS,
  );
  try {
    await work();
  } finally {
    clearInterval(renewal);
    if (isOurs(file)) rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  if (isAbandoned(file)) discard(file);
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
  const taken = statSync(file, { throwIfNoEntry: false });
  if (!taken) return false;
  const age = Date.now() - taken.mtimeMs;
  const owner = ownerOf(file);
  // Our own number was somebody else's before, as in a container that starts again.
  const lives = owner !== process.pid && isRunning(owner);
  return age > SURELY_ABANDONED_AFTER_MS || (age > ABANDONED_AFTER_MS && !lives);
}

/** Of several that find it abandoned, one alone can give it another name. @param {string} file */
function discard(file) {
  const discarded = `${file}.${process.pid}`;
  try {
    renameSync(file, discarded);
    rmSync(discarded);
  } catch {}
}

/** @param {string} file */
const isOurs = (file) => ownerOf(file) === process.pid;

/** @param {string} file */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {number | undefined} pid */
function isRunning(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
