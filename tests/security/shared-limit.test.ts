import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { contactMutation } from '../../src/contact/mutation.ts';
import { contactInput } from '../support/contact.ts';
import { createDatabase } from '../support/postgres.ts';
import { postGraphQL, startTestServer, type TestServer } from '../support/server.ts';

const LIMIT = 6;
let servers: TestServer[] = [];

beforeAll(async () => {
  const DATABASE_URL = await createDatabase(inject('postgresUrl'));
  const env = { DATABASE_URL, RATE_LIMIT: String(LIMIT), TRUST_PROXY: '2' };
  servers = [await startTestServer(env), await startTestServer(env), await startTestServer(env)];
});

afterAll(() => Promise.all(servers.map(({ stop }) => stop())));

let sent = 0;

function send(to: number, forwarded: string) {
  sent += 1;
  const input = { ...contactInput, message: `Un message différent des autres, numéro ${sent}.` };
  const server = servers[to % servers.length] as TestServer;
  return postGraphQL(
    server.url,
    { query: contactMutation, variables: { input } },
    { 'x-forwarded-for': forwarded },
  );
}

describe('several processes on one PostgreSQL', () => {
  it('let as many messages of one address pass together as one of them would', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => send(index, '198.51.100.1, 10.0.0.1')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30 - LIMIT);
  });

  it('count the address that the farthest trusted proxy saw; what a client wrote before it changes nothing', async () => {
    const through = (before: string) => `${before}203.0.113.7, 10.0.0.1`;
    const forged = [
      '',
      '1.2.3.4, ',
      'unknown, ',
      '::1, ',
      ', , ',
      'a, b, c, d, ',
      '127.0.0.1, ',
      `${'9, '.repeat(200)}`,
    ];
    const statuses: number[] = [];
    for (const [index, before] of forged.entries())
      statuses.push((await send(index, through(before))).status);
    expect(statuses).toEqual([...Array(LIMIT).fill(200), ...Array(forged.length - LIMIT).fill(429)]);
    expect((await send(0, '203.0.113.8, 10.0.0.1')).status).toBe(200);
  });

  it('store no address: digests only', async () => {
    const storage = servers[0]?.storage;
    const pool = storage?.engine === 'postgres' ? storage.pool : undefined;
    const { rows } = (await pool?.query('select key from rate_limit')) ?? { rows: [] };
    expect(rows.length).toBeGreaterThan(1);
    for (const { key } of rows) expect(key).toMatch(/^contact:[\w-]{43}$/);
  });
});
