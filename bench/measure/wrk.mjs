import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processorSeconds } from './machine.mjs';

const run = promisify(execFile);
const script = join(import.meta.dirname, 'wrk.lua');

/**
 * @typedef {object} Traffic
 * @property {number} seconds
 * @property {number} [connections]
 * @property {number} [threads]
 * @property {string} [encoding] the Accept-Encoding header
 * @property {string} [bodies] file with one JSON body a line: requests are then POSTs
 */

/**
 * Sends as many requests as the server takes, from this machine to this machine only.
 * @param {{ name: string, url: string, pid: number }} server
 * @param {Traffic} traffic
 * @returns {Promise<{ perSecond: number, p50: number, p99: number, wireBytes: number, cpuMicros: number, requests: number }>}
 *   p50 and p99 in ms; cpuMicros: the server's processor time per request in microseconds
 * @throws Error on any failed request
 */
export async function wrk(
  { name, url, pid },
  { seconds, connections = 32, threads = 1, encoding = 'br', bodies },
) {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`only this machine: ${url}`);
  const before = processorSeconds(pid);
  const { stdout } = await run('wrk', [
    ...[`-t${threads}`, `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script],
    ...[url, '--', encoding, ...(bodies ? [bodies] : [])],
  ]);
  const used = processorSeconds(pid) - before;
  const line = stdout.split('\n').find((each) => each.startsWith('RESULT '));
  if (!line) throw new Error(`${name}: wrk gave no result: ${stdout.slice(0, 300)}`);
  const { requests, microseconds, bytes, p50, p99, errors } = JSON.parse(line.slice(7));
  if (errors > 0) throw new Error(`${name}: ${errors} of ${requests} requests failed`);
  return {
    perSecond: requests / (microseconds / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    wireBytes: Math.round(bytes / requests),
    cpuMicros: (used * 1e6) / requests,
    requests,
  };
}
