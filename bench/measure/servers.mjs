import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { familyOf } from './machine.mjs';

const READY_WITHIN_MS = 30_000;
const STOPPED_WITHIN_MS = 15_000;

/**
 * @typedef {object} RunningServer
 * @property {string} name
 * @property {string} url address of its root, with a final slash
 * @property {number} pid
 * @property {number} readyMs from the start of the process to its first answer
 * @property {() => Promise<void>} stop also done at the end of an `await using` block
 */

/** A port nobody listens on at this moment. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a program and waits until it answers.
 * @param {object} options
 * @param {string} options.name
 * @param {string} options.command
 * @param {string[]} options.args
 * @param {number} options.port
 * @param {Record<string, string>} [options.env] beside the own environment
 * @param {string} [options.cwd]
 * @param {(url: string) => Promise<unknown>} [options.ask] asks for an answer; rejects while there is none
 * @returns {Promise<RunningServer>}
 * @throws Error with its output when it does not come up
 */
export async function startServer({ name, command, args, port, env = {}, cwd, ask = get }) {
  const url = `http://127.0.0.1:${port}/`;
  const began = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', PORT: `${port}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk) => {
    output = (output + chunk).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', keep);
  const stop = () => end(child);
  const answers = () =>
    ask(url).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null || performance.now() - began > READY_WITHIN_MS) {
      await stop();
      throw new Error(`${name} did not come up:\n${output}`);
    }
    await delay(10);
  }
  return stopping({ name, url, pid: child.pid, readyMs: performance.now() - began }, stop);
}

/**
 * A server, or what was made around one, that an `await using` block or an AsyncDisposableStack can end.
 * @template {object} Server @param {Server} server @param {() => Promise<void>} stop
 */
export function stopping(server, stop) {
  return { ...server, stop, [Symbol.asyncDispose]: stop };
}

async function get(url) {
  const response = await fetch(url);
  await response.arrayBuffer();
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const left = once(child, 'exit');
  // npm does not hand the signal on.
  for (const pid of familyOf(child.pid)) process.kill(pid, 'SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
  await left;
  clearTimeout(limit);
}
