// Sends requests to servers of this machine for a limited time, as many as they answer or at a fixed rate.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { contactMutation } from '../src/contact/mutation.ts';
import { profileQuery } from '../src/profile/profile.ts';
import { makeFolder } from './servers.mjs';

const run = promisify(execFile);

/** The request that each visit sends (specification, section 7). */
export const profileBody = JSON.stringify({ query: profileQuery, variables: { id: 3 } });

/** A message of usual length; each request replaces @@ by its own number. */
export const contactBody = JSON.stringify({
  query: contactMutation,
  variables: {
    input: {
      fullname: 'Camille Exemple',
      email: 'camille@exemple.fr',
      subject: 'Projet web à discuter',
      phone: '+33 6 12 34 56 78',
      message: `Bonjour, je souhaite un site pour mon entreprise. ${'Pouvez-vous me rappeler ? '.repeat(6)}(@@)`,
    },
  },
});

/** Writes text into a file for the life of this process. @param {string | Uint8Array} text @returns {string} its path */
export function scratchFile(text) {
  const file = join(makeFolder('body'), 'body.json');
  writeFileSync(file, text);
  return file;
}

/**
 * Sends requests over 32 connections as fast as they are answered.
 * @param {string} url @param {number} seconds
 * @param {string} [body] file with a JSON body: requests are then POSTs
 * @returns {Promise<number>} answers a second
 * @throws Error on any failed request
 */
export async function wrk(url, seconds, body) {
  requireThisMachine(url);
  const script = join(import.meta.dirname, 'wrk.lua');
  const args = ['-t1', '-c32', `-d${seconds}s`, '--timeout', '10s', '-s', script, url, '--', 'br'];
  const { stdout } = await run('wrk', body ? [...args, body] : args);
  const line = stdout.split('\n').find((each) => each.startsWith('RESULT '));
  if (!line) throw new Error(`${url}: wrk gave no result: ${stdout.slice(0, 300)}`);
  const { requests, microseconds, errors } = JSON.parse(line.slice(7));
  if (errors > 0) throw new Error(`${url}: ${errors} of ${requests} requests failed`);
  return requests / (microseconds / 1e6);
}

/**
 * Starts requests at this rate whether or not earlier ones were answered, as visitors do.
 * @param {{ url: string, perSecond: number, seconds: number, body?: string }} traffic body: JSON, with @@ for a number
 * @returns {Promise<{ perSecond: number, p99: number, failed: number }>} p99 in milliseconds
 */
export async function atRate({ url, perSecond, seconds, body }) {
  requireThisMachine(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const began = performance.now();
  const pending = [];
  while (pending.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - began) * perSecond) / 1000);
    while (pending.length < due)
      pending.push(ask(url, agent, body?.replace('@@', `${began}-${pending.length}`)));
    await delay(2);
  }
  const answers = await Promise.all(pending);
  const lasted = (performance.now() - began) / 1000;
  agent.destroy();
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    perSecond: answers.length / lasted,
    p99: times[Math.floor(times.length * 0.99)],
    failed: answers.filter(({ ok }) => !ok).length,
  };
}

function ask(url, agent, body) {
  const began = performance.now();
  const headers = { 'accept-encoding': 'br', ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve) => {
    const done = (ok) => resolve({ ok, ms: performance.now() - began });
    const outgoing = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      let answer = '';
      response.on('data', (chunk) => (answer += chunk)).on('error', () => done(false));
      response.on('end', () => done(response.statusCode === 200 && !(body && answer.includes('"errors"'))));
    });
    outgoing.on('error', () => done(false));
    outgoing.end(body);
  });
}

function requireThisMachine(url) {
  if (new URL(url).hostname !== '127.0.0.1') throw new Error(`only this machine: ${url}`);
}
