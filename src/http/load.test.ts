import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postGraphQL, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { type Load, watchLoad } from './load.server.ts';

describe('the gauge', () => {
  function keepBusy(milliseconds: number): void {
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
  }

  it('R12: takes an event loop for overloaded that is late for long, not one that is late once', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const delays = { mean: 0, reset: vi.fn(), enable: vi.fn(), disable: vi.fn() };
    const load = watchLoad({ loopDelayMs: 60, loopWindowMs: 300 }, delays);
    const readings = (windows: number[]) =>
      windows.map((milliseconds) => {
        delays.mean = milliseconds * 1e6;
        vi.advanceTimersByTime(300);
        return load.overloaded;
      });
    expect(readings([140, 59, 140, 10])).toEqual([false, false, false, false]);
    expect(readings([60, 60, 140, 59, 140])).toEqual([false, true, true, false, false]);
    expect(delays.reset).toHaveBeenCalledTimes(9);
    load.stop();
    vi.useRealTimers();
  });

  it('R12: sees that the event loop is late, and that it no longer is', async () => {
    const load = watchLoad({ loopDelayMs: 60, loopWindowMs: 300 });
    const latest = performance.now() + 20_000;
    while (!load.overloaded && performance.now() < latest) {
      keepBusy(120);
      await delay(0);
    }
    expect(load.overloaded).toBe(true);
    await expect.poll(() => load.overloaded).toBe(false);
    load.stop();
  });
});

describe('a server with more to do than it can', () => {
  const load: Load & { overloaded: boolean } = { overloaded: false, stop() {} };
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({}, false, { load });
  });

  afterAll(() => server.stop());

  const ask = (path: string) => fetch(`${server.url}${path}`);

  it('R12: refuses pages and the API with 503 and Retry-After, in their own form', async () => {
    load.overloaded = true;
    for (const path of ['/', '/contact', '/assets/entry.js', '/nulle-part']) {
      const { status, headers } = await ask(path);
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const { status, headers, body } = await postGraphQL(server.url, { query: '{ __typename }' });
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body.errors[0].extensions.code).toBe('SERVICE_OVERLOADED');
  });

  it('R12: lets a page on another host read that refusal', async () => {
    const origin = 'https://www.exemple.fr';
    const env = { SITE_URL: origin, API_URL: 'https://api.exemple.fr' };
    const api = await startTestServer(env, false, { load: { overloaded: true, stop() {} } });
    const answer = await fetch(`${api.url}/graphql`, { method: 'POST', headers: { origin } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    await api.stop();
  });

  it('R12: still says how it is, and logs nothing for each refusal', async () => {
    load.overloaded = true;
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(200);
    await ask('/');
    expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('R12: serves again once there is room', async () => {
    load.overloaded = false;
    expect((await ask('/')).status).toBe(200);
  });
});
