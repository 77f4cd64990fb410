// Starts the measured servers on this machine, each in its own process.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launch } from '../tests/support/launched.ts';
import { ROOT } from '../tests/support/root.ts';
import { freePort } from '../tests/support/site.ts';

const READY_WITHIN_MS = 30_000;

/**
 * @typedef {object} Server
 * @property {string} name
 * @property {string} url of its root, with a final slash
 * @property {number} pid
 * @property {number} readyMs from the start of the process to its first answer
 * @property {() => Promise<void>} stop ends it; `await using` does so at the end of its block
 */

/**
 * Starts a program and waits until it answers.
 * @param {{ name: string, command?: string, args: string[], env?: Record<string, string>, port?: number }} program
 * @returns {Promise<Server>}
 * @throws Error with the program's output when it gives no answer
 */
export async function start({ name, command = process.execPath, args, env = {}, port }) {
  const listens = port ?? (await freePort());
  const url = `http://127.0.0.1:${listens}/`;
  const began = performance.now();
  const settings = { NODE_ENV: 'production', PORT: `${listens}`, ...env };
  const program = launch(command, args, { cwd: ROOT, env: { ...process.env, ...settings } });
  const stop = async () => void (await program.end());
  while (!(await answers(url))) {
    if (program.process.exitCode !== null || performance.now() - began > READY_WITHIN_MS) {
      await stop();
      throw new Error(`${name} did not start:\n${program.output().slice(-4000)}`);
    }
    await delay(10);
  }
  const readyMs = performance.now() - began;
  return { name, url, pid: program.process.pid, readyMs, stop, [Symbol.asyncDispose]: stop };
}

/** Starts the site as `npm start` does, with no limit per address. @param {string} dataDir */
export function startSite(dataDir) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const env = { NODE: process.execPath, HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT: 'off' };
  return start({ name: 'vitrine', command: 'sh', args: ['-c', scripts.start], env });
}

/**
 * Starts one of the peers of `peers.mjs`.
 * @param {'page' | 'raw' | 'mercurius' | 'apollo' | 'floor'} kind
 * @param {string} answer file with the answer to the profile query, or with the page @param {string} [dataDir] stores messages there
 */
export function startPeer(kind, answer, dataDir = '') {
  return start({
    name: kind,
    args: ['bench/peers.mjs', kind],
    env: { ANSWER_FILE: answer, DATA_DIR: dataDir },
  });
}

/**
 * Makes a folder for the life of this process, beside the bench. A temporary directory may be memory, but durable writes are
 * measured.
 * @param {string} name
 */
export function makeFolder(name) {
  const parent = name === 'data' ? import.meta.dirname : tmpdir();
  const folder = mkdtempSync(join(parent, `.bench-${name}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the resident memory in MiB of a process, or of the server that it started. @param {number} pid */
export function residentMib(pid) {
  const [server] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const status = readFileSync(`/proc/${server || pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function answers(url) {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
