import { tmpdir } from 'node:os';
import pg from 'pg';
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage, type StorageLocation } from '../../src/storage/open-storage.server.ts';
import { storedTables } from '../../src/storage/schema.ts';
import { runHere } from '../cli/run-here.ts';
import { createDatabase } from '../support/postgres.ts';
import { expectFigure, quantile, startSiteOn } from './fault.ts';
import { beyondOne, missingFrom, storedMessages } from './tally.ts';
import { atOnce, createVisitors, keepDoing } from './visitors.ts';

const POSTS = 20;
const account = `plan_${process.pid}`;
let admin: pg.Client;
let location: StorageLocation;

beforeAll(async () => {
  const url = await createDatabase(inject('postgresUrl'));
  location = { dataDir: tmpdir(), databaseUrl: url };
  await using storage = await openStorage(location);
  await migrate(storage);
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(
    `create role ${account} login password 'motdepasse'; grant all on all tables in schema public to ${account}`,
  );
  location.databaseUrl = url.replace('postgres:postgres@', `${account}:motdepasse@`);
  return async () => {
    await admin.query(`drop owned by ${account}; drop role ${account}`);
    await admin.end();
  };
});

/** Sends as many messages at once to these sites, and counts what is kept. */
async function post(label: string, urls: readonly string[]) {
  const visitors = urls.map(createVisitors);
  await atOnce(
    POSTS,
    POSTS,
    (index) => visitors[index % urls.length]?.send(`${label}-${index}`) as Promise<unknown>,
  );
  const { acknowledged, refused } = {
    acknowledged: visitors.flatMap(({ ledger }) => ledger.acknowledged),
    refused: visitors.flatMap(({ ledger }) => [...ledger.refused, ...ledger.unclean]),
  };
  expect(refused).toEqual([]);
  const stored = await storedMessages({
    ...location,
    databaseUrl: inject('postgresUrl').replace(/\/postgres$/, `/${admin.database}`),
  });
  expect([missingFrom(stored, acknowledged), beyondOne(stored)]).toEqual([[], 0]);
}

it.each([
  [3, 1],
  [3, 2],
  [6, 2],
])('R28: with %i connections for the account %i processes keep 20 posts', async (limit, processes) => {
  await admin.query(`alter role ${account} connection limit ${limit}`);
  const sites = [await startSiteOn(location)];
  while (sites.length < processes) sites.push(await startSiteOn(location));
  await post(
    `essai-p${limit}${processes}`,
    sites.map(({ url }) => url),
  );
  for (const site of sites) await site.end();
});

it('R28: commands wait for a connection that others hold, and for one another', async () => {
  await admin.query(`alter role ${account} connection limit 1`);
  const { dataDir: DATA_DIR, databaseUrl = '' } = location;
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  const lines = ['messages list', 'advanced outbox', 'backup -', 'advanced retention --dry-run'];
  const results = lines.map((line) => runHere(line.split(' '), { DATA_DIR, DATABASE_URL: databaseUrl }));
  setTimeout(() => void holder.end(), 1_000);
  expect((await Promise.all(results)).map(({ code, stderr }) => code && stderr)).toEqual([0, 0, 0, 0]);
});

it('R28: keeps 20 posts at once while the server ends sessions all the time', async () => {
  await admin.query(
    `alter role ${account} connection limit -1; alter role ${account} set idle_session_timeout = '1s'`,
  );
  const site = await startSiteOn(location);
  const ending = keepDoing(
    () => admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [account]),
    200,
  );
  await post('essai-e', [site.url]);
  await ending.stop();
  await site.end();
});

it('R26: pages and readiness answer while another program locks any one table', async () => {
  const site = await startSiteOn(location, { RATE_LIMIT: '1000' });
  onTestFinished(() => void admin.query('rollback'));
  const visitors = createVisitors(site.url);
  const times: number[] = [];
  for (const table of [...storedTables, 'rate_limit']) {
    await admin.query(`begin; lock table ${table} in access exclusive mode`);
    void visitors.send(`locked-${table}`);
    for (let turn = 0; turn < 5; turn += 1)
      for (const path of ['/readyz', '/about']) {
        const { status, ms } = await visitors.page(path);
        expect([table, path, status]).toEqual([table, path, 200]);
        times.push(ms);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    await admin.query('rollback');
  }
  // Each table has a seventh of the visits, so one that delays them shows in this figure.
  expectFigure('a visit while a table is locked, p95, ms', quantile(times, 0.95), { atMost: 100 });
  await site.end();
});
