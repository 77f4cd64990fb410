import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './site.ts';

test('a port is not given twice, nor one that somebody listens on or that the system could give out', async () => {
  const first = await freePort();
  const server = createServer().listen(first + 1, '127.0.0.1');
  await once(server, 'listening');
  const second = await freePort();
  server.close();
  expect(new Set([first, first + 1, second]).size).toBe(3);
  expect(Math.max(first, second)).toBeLessThan(32_768);
});
