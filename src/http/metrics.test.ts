import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contactInput } from '../../tests/support/contact.ts';
import { postGraphQL, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { contactMutation } from '../contact/mutation.ts';
import { listenForMetrics, type MetricsListener, metricsPort } from './metrics-listener.server.ts';

const send = (url: string, changes = {}) =>
  postGraphQL(url, { query: contactMutation, variables: { input: { ...contactInput, ...changes } } });

/** The value of one line; NaN when there is none. */
function valueIn(text: string, line: string): number {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length) ?? Number.NaN);
}

describe('the port', () => {
  it.each([
    [80, 10_080],
    [3000, 13_000],
    [3001, 13_001],
    [13_001, 23_001],
    [40_123, 10_123],
    [65_535, 15_535],
  ])('for %i is %i', (port, expected) => expect(metricsPort(port)).toBe(expected));
});

describe('the metrics of a server', () => {
  let server: TestServer;
  let listener: MetricsListener;
  let sink: Awaited<ReturnType<typeof startSmtpSink>>;

  beforeEach(async () => {
    sink = await startSmtpSink();
    sink.mode = 'permanent';
    server = await startTestServer({ SMTP_URL: sink.url });
    listener = await listenForMetrics(0, server.metrics.text);
  });

  afterEach(async () => {
    await listener.stop();
    await server.stop();
    await sink.stop();
  });

  it('count requests, messages and what the queue holds', async () => {
    await fetch(`${server.url}/`);
    await fetch(`${server.url}/nulle-part`);
    await send(server.url);
    await send(server.url, { email: 'ada' });
    const queue = async () => {
      const text = await server.metrics.text();
      return ['pending', 'refused'].map((state) => valueIn(text, `vitrine_outbox_${state}`));
    };
    // Each is counted by itself: a mail that changes its state between the two is in both for a moment.
    await expect.poll(queue).toEqual([1, 0]);
    const text = await server.metrics.text();
    expect(valueIn(text, 'vitrine_http_requests_total{status="2xx"}')).toBe(3);
    expect(valueIn(text, 'vitrine_http_requests_total{status="4xx"}')).toBe(1);
    expect(valueIn(text, 'vitrine_http_request_seconds_count')).toBe(4);
    expect(valueIn(text, 'vitrine_contact_messages_total{result="accepted"}')).toBe(1);
    expect(valueIn(text, 'vitrine_contact_messages_total{result="invalid"}')).toBe(1);
    expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(text).not.toMatch(/ada|exemple/i);
  });

  it('are told without the queue when the store does not answer, and count the failure', async () => {
    await server.storage.close();
    await send(server.url);
    const text = await server.metrics.text();
    expect(valueIn(text, 'vitrine_contact_messages_total{result="failed"}')).toBe(1);
    expect(text).not.toContain('vitrine_outbox');
  });

  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; type: string | undefined }>((resolve, reject) => {
      const { port } = new URL(listener.url);
      request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, type: response.headers['content-type'] });
      })
        .on('error', reject)
        .end();
    });

  it('are on their own port of this machine, at one path, for no other name', async () => {
    const prometheus = 'text/plain; version=0.0.4; charset=utf-8';
    expect(await ask('/metrics')).toEqual({ status: 200, type: prometheus });
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics', { host: 'evil.example:13000' })).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  it('leave a port that is taken alone', async () => {
    await expect(listenForMetrics(Number(new URL(listener.url).port), server.metrics.text)).rejects.toThrow(
      'EADDRINUSE',
    );
  });
});
