import { expect, it } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { ConfigError, readConfig } from './config.server.ts';

it('needs nothing for a local run', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://localhost:3000',
    dataDir: './data',
    mailRetrySeconds: 30,
    trustProxy: 0,
    rateLimit: 5,
  });
});

it('takes or refuses each value as approved, and says what is expected', async () => {
  await expectApproved('settings.approved.txt', (given) => {
    const env = Object.fromEntries(given.split('\n').map((line) => line.split(/=(.*)/s)));
    try {
      const defaults: Record<string, unknown> = readConfig({});
      const changes = Object.entries(readConfig(env)).filter(([name, value]) => value !== defaults[name]);
      return JSON.stringify(Object.fromEntries(changes));
    } catch (error) {
      if (error instanceof ConfigError) return error.message.replaceAll('\u00a0', ' ');
      throw error;
    }
  });
});
