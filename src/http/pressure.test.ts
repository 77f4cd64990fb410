import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { postGraphQL, serverForTest } from '../../tests/support/server.ts';
import { serverLimits } from './connections.server.ts';

const ORIGIN = 'https://www.exemple.fr';
it('R12: a late event loop refuses with 503 and Retry-After, tells its health, and serves again later', async () => {
  const env = { SITE_URL: ORIGIN, API_URL: 'https://api.exemple.fr' };
  const server = await serverForTest(env, false, { limits: { ...serverLimits, maxEventLoopDelay: 60 } });
  while (!server.app.isUnderPressure()) {
    const until = performance.now() + 200;
    while (performance.now() < until);
    await delay(0);
  }
  const ask = (path: string) => server.app.inject(path);
  const [home, unknown, alive, ready] = [
    await ask('/'),
    await ask('/x'),
    await ask('/healthz'),
    await ask('/readyz'),
  ];
  expect([home, unknown, alive, ready].map(({ statusCode }) => statusCode)).toEqual([503, 503, 200, 200]);
  expect(home.headers['retry-after']).toBe('2');
  // A page on another host can read the refusal.
  const api = await postGraphQL(server.url, { query: '{ __typename }' }, { origin: ORIGIN });
  expect([api.status, api.headers.get('access-control-allow-origin')]).toEqual([503, ORIGIN]);
  expect(api.body.errors[0].extensions.code).toBe('SERVICE_OVERLOADED');
  expect(server.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await expect.poll(async () => (await ask('/robots.txt')).statusCode).toBe(200);
});
