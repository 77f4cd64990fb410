import { hash } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { open } from '../../tests/security/raw-http.ts';
import { expectApproved } from '../../tests/support/approved.ts';
import { contactInput } from '../../tests/support/contact.ts';
import { createDatabase } from '../../tests/support/postgres.ts';
import {
  postGraphQL,
  postMessage,
  serverForAll,
  serverForTest,
  type TestServer,
} from '../../tests/support/server.ts';
import { migrate } from '../storage/migrate.server.ts';
import { openPostgres } from '../storage/postgres/open-postgres.server.ts';
import type { Storage } from '../storage/storage.ts';
import { contactMutation } from './mutation.ts';
import { createContactLimiter, visitorNetwork } from './rate-limit.server.ts';

const ADDRESS = '203.0.113.1';

describe('the limit per address', () => {
  const server = serverForAll({ RATE_LIMIT: '3' });
  const behindProxy = serverForAll({ RATE_LIMIT: '3', TRUST_PROXY: '2' });

  let sent = 0;

  function send(to: TestServer, headers: Record<string, string> = {}) {
    sent += 1;
    return postMessage(to.url, { message: `Un message différent des autres, numéro ${sent}.` }, headers);
  }

  it('answers the fourth message 429 with Retry-After, whatever address a header claims, and no page or profile', async () => {
    for (let n = 0; n < 3; n++) expect((await send(server)).body.data.postContactForm.isSend).toBe(true);
    const refused = await send(server);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(refused.body.errors[0].extensions.code).toBe('CONTACT_RATE_LIMITED');
    const forged = { 'x-forwarded-for': ADDRESS, forwarded: `for=${ADDRESS}`, 'x-real-ip': ADDRESS };
    for (const [name, value] of Object.entries(forged))
      expect((await send(server, { [name]: value })).status, name).toBe(429);
    const profile = await postGraphQL(server.url, { query: '{ getAdminPublicProfil(id: 3) { name } }' });
    expect(profile.status).toBe(200);
    expect((await fetch(`${server.url}/`)).status).toBe(200);
  });

  /** Sends a message through two proxies; the outer one saw the last of these addresses. */
  const from = (addresses: string) => send(behindProxy, { 'x-forwarded-for': `${addresses}, 10.0.0.1` });

  it('counts the nearest address that is not a trusted proxy, whatever the client claims', async () => {
    for (const forged of ['198.51.100.1, ', 'unknown, ', ', , '])
      expect((await from(`${forged}203.0.113.1`)).status).toBe(200);
    for (const forged of ['', '9, '.repeat(200)])
      expect((await from(`${forged}203.0.113.1`)).status).toBe(429);
    expect((await from('203.0.113.2')).status).toBe(200);
  });

  it('counts messages that the rules refuse', async () => {
    const { url } = await serverForTest({ RATE_LIMIT: '2' });
    for (const code of ['CONTACT_INVALID', 'CONTACT_INVALID', 'CONTACT_RATE_LIMITED'])
      expect((await postMessage(url, { email: 'non' })).body.errors[0].extensions.code).toBe(code);
  });

  const formOf = (message: string) => `${new URLSearchParams({ ...contactInput, message })}`;
  const jsonOf = (message: string) =>
    JSON.stringify({ query: contactMutation, variables: { input: { ...contactInput, message } } });

  it.each([
    ['/contact', 'application/x-www-form-urlencoded', formOf],
    ['/graphql', 'application/json', jsonOf],
  ])('counts together the clients of %s that sent a message and are gone', async (path, type, bodyOf) => {
    const { url, metrics, storage, logged } = await serverForTest({ RATE_LIMIT: '3' });
    for (const message of ['un', 'deux', 'trois', 'quatre']) {
      const socket = open(Number(new URL(url).port));
      await once(socket, 'connect');
      const body = bodyOf(`Un message assez long, et de ${message}`);
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}`;
      const request = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      socket.write(request, () => socket.resetAndDestroy());
    }
    const counts = async () => (await metrics.text()).match(/(?<=result=")\w+"} [1-9]\d*/g);
    await expect.poll(counts).toEqual(['accepted"} 3', 'limited"} 1']);
    expect(await storage.db.selectFrom('message').select('id').execute()).toHaveLength(3);
    expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

it('counts the approved network of an address', () =>
  expectApproved('networks.approved.txt', visitorNetwork));

describe('the limit over a day', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('A2: lets half as many again pass as in ten minutes, and waits for whole seconds', async () => {
    const createRateLimiter: Storage['createRateLimiter'] = (limit) => new RateLimiterMemory(limit);
    const limiter = createContactLimiter({ createRateLimiter }, 5, async () => 'key');
    const send = async (count: number) => {
      const waits: number[] = [];
      while (waits.length < count) waits.push(await limiter(ADDRESS));
      return waits;
    };
    expect(await send(6)).toEqual([0, 0, 0, 0, 0, 600]);
    vi.advanceTimersByTime(598_500);
    expect(await send(1)).toEqual([2]);
    vi.advanceTimersByTime(1_500);
    expect(await send(4)).toEqual([0, 0, 0, 86_400 - 600]);
    expect(await limiter('203.0.113.2')).toBe(0);
    vi.advanceTimersByTime((86_400 - 600) * 1_000);
    expect(await send(1)).toEqual([0]);
  });
});

describe('the limit of several processes on PostgreSQL', () => {
  const stores: Storage[] = [];
  let db: Storage['db'];
  beforeAll(async () => {
    const url = await createDatabase(inject('postgresUrl'));
    stores.push(await openPostgres(url), await openPostgres(url));
    const [store] = stores as [Storage];
    db = store.db;
    await migrate(store);
  });
  beforeEach(() => sql`delete from rate_limit`.execute(db));
  afterAll(() => Promise.all(stores.map((each) => each.close())));

  /** Makes two processes without memory of each other; each function counts one message. */
  const processes = () =>
    stores.map((each) => {
      const limiter = createContactLimiter(each, 3, async () => 'key');
      return () => limiter(ADDRESS);
    }) as [() => Promise<number>, () => Promise<number>];
  const inTurn = async (...takes: (() => Promise<number>)[]) => {
    const waits: number[] = [];
    for (const take of takes) waits.push(await take());
    return waits;
  };
  const counted = async () =>
    (await sql<{ points: number }>`select points from rate_limit where key like 'contact:%'`.execute(db))
      .rows[0]?.points;

  it('lets no more pass at once, and stores neither addresses nor digests that can be guessed', async () => {
    const [one, other] = processes();
    const waits = await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? one() : other())));
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
    expect(waits.filter((seconds) => seconds > 500 && seconds <= 600)).toHaveLength(27);
    const { rows } = await sql<{ key: string }>`select key from rate_limit order by key`.execute(db);
    const digest = '[\\w-]{43}$';
    expect(rows.map(({ key }) => key).sort()).toEqual([
      expect.stringMatching(`^contact-day:${digest}`),
      expect.stringMatching(`^contact:${digest}`),
    ]);
    // A plain digest is not enough, because all four billion IPv4 addresses can be hashed in a short time.
    expect(rows[0]?.key).not.toContain(hash('sha256', ADDRESS, 'base64url'));
  });

  it('takes an end that lies further ahead than a window for that of a wrong clock: it is over', async () => {
    const [one, other] = processes();
    await inTurn(one, one, one, other);
    await sql`update rate_limit set expire = expire + 1000`.execute(db);
    const [later, again] = processes();
    expect(await inTurn(later, again, later)).toEqual([0, 0, 0]);
    expect(await later()).toBeGreaterThan(500);
  });

  it('refuses an address over the limit without asking the store again', async () => {
    const [one, other] = processes();
    await inTurn(one, one, one, other);
    expect(await counted()).toBe(4);
    // If a refusal asked the store, it would wait for this transaction.
    await db.transaction().execute(async (trx) => {
      await sql`select 1 from rate_limit for update`.execute(trx);
      expect(Math.min(...(await inTurn(one, other, one, other)))).toBeGreaterThan(500);
    });
    expect(await counted()).toBe(4);
  });
});
