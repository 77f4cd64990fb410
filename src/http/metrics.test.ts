import { stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { ask, exchange } from '../../tests/security/raw-http.ts';
import { postMessage, serverForTest } from '../../tests/support/server.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { listenForMetrics, metricsAddress, metricsPort } from './metrics.server.ts';

/** Returns the value of one line; NaN if there is none. */
function valueIn(text: string, line: string): number {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length) ?? Number.NaN);
}

it.each([
  [80, 10_080],
  [13_001, 23_001],
  [65_535, 15_535],
])('the port of the metrics of %i is %i', (port, expected) => expect(metricsPort(port)).toBe(expected));

it('count requests, messages and what the queue holds, in the approved words', async () => {
  const server = await serverForTest();
  const began = performance.now();
  await fetch(`${server.url}/`);
  await fetch(`${server.url}/nulle-part`);
  await postMessage(server.url);
  await postMessage(server.url, { email: 'ada' });
  const text = await server.metrics.text();
  const seconds = valueIn(text, 'vitrine_http_request_seconds_sum');
  expect(seconds).toBeLessThan((performance.now() - began) / 1000);
  expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(text).not.toMatch(/\bada\b|exemple/i);
  // These values differ between two runs. Two buckets end at the goals for a page and for a message: 0.05 and 0.25 s.
  const own = text.match(/^(# (HELP|TYPE) )?vitrine_.*$/gm)?.join('\n') ?? '';
  const masked = own
    .replace(/(seconds_(bucket|sum).*|^vitrine_outbox_oldest_seconds) \S+$/gm, '$1 …')
    .replace(/(version|commit)="[\w.-]*"/g, '$1="…"');
  await expect(`${masked}\n`).toMatchFileSnapshot('metrics.approved.txt');
});

it('leave the queue out when the store does not answer, and count the failure', async () => {
  const server = await serverForTest();
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(server.storage.db);
  for (const table of ['message', 'outbox']) await rename(table, `${table}_away`);
  await postMessage(server.url);
  const text = await server.metrics.text();
  expect(valueIn(text, 'vitrine_contact_messages_total{result="failed"}')).toBe(1);
  expect(text).not.toContain('vitrine_outbox');
  expect(valueIn(text, 'vitrine_accepts_messages')).toBe(0);
  for (const table of ['message', 'outbox']) await rename(`${table}_away`, table);
  expect(await server.metrics.text()).toContain('vitrine_outbox_pending 0');
});

it('are on their own port of this machine, at one path, for no other name; a port that is taken is left alone', async () => {
  const server = await serverForTest();
  const listener = await listenForMetrics(0, server.metrics.text);
  onTestFinished(() => void listener.close().closeAllConnections());
  const { address, port } = listener.address() as AddressInfo;
  expect(address).toBe('127.0.0.1');
  const ask = async (path: string) => {
    const answer = await fetch(new URL(path, metricsAddress(port)));
    // S2: every answer has this header.
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    return [answer.status, answer.headers.get('content-type')];
  };
  expect(await ask('/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(await ask('/')).toEqual([404, null]);
  for (const host of ['evil.example', 'localhost.evil.example', 'evil.localhost']) {
    const rebound = `GET /metrics HTTP/1.1\r\nHost: ${host}:13000\r\nConnection: close\r\n\r\n`;
    expect((await exchange(port, rebound)).statuses, host).toEqual([404]);
  }
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  await expect(listenForMetrics(port, server.metrics.text)).rejects.toThrow('EADDRINUSE');
});

it('are at a socket instead, for a site that listens on one', async () => {
  const server = await serverForTest();
  const socketPath = join(await temporaryFolder(), 'metrics.sock');
  const listener = await listenForMetrics(socketPath, server.metrics.text);
  onTestFinished(() => void listener.close().closeAllConnections());
  expect((await ask({ socketPath, path: '/metrics' })).status).toBe(200);
  // Any account may connect, because the scraper has one of its own.
  expect((await stat(socketPath)).mode & 0o666).toBe(0o666);
});
