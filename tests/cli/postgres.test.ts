import { chmod, chown, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../src/config/clock.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { storedTables } from '../../src/storage/schema.ts';
import { CERTIFIED_HOST, makeCertificate } from '../support/certificate.ts';
import { aMessage, storeMessages } from '../support/contact.ts';
import { createDatabase, startPostgres, type ThrowAwayPostgres } from '../support/postgres.ts';
import { postMessage } from '../support/server.ts';
import { runCli, startSite } from '../support/site.ts';
import { fillDisk, smallDisk } from '../support/small-disk.ts';
import { expectSession } from './session.ts';
import { createTestStore, testStore } from './test-store.ts';

const store = testStore('each');
const containing = (text: string) => expect.stringContaining(text);

it('R17: what PostgreSQL refuses, and what a store leaves that moved there, is told in the approved words', () =>
  expectSession('postgres.txt', async () => {
    const server = inject('postgresUrl');
    const latin = "encoding 'WIN1252' lc_collate 'C' lc_ctype 'C'";
    const EMPTY = await createDatabase(server);
    const REFUSED = Object.assign(new URL(server), { password: 'pa55-w0rd' }).href;
    return [{ EMPTY, REFUSED, LATIN: await createDatabase(server, latin) }];
  }));

describe('a backup, or the store itself, restored into PostgreSQL', () => {
  let url: string;
  beforeEach(async () => {
    url = await createDatabase(inject('postgresUrl'));
    await store.add({ at: Date.now() - 2000, message: { message: 'À recopier' } });
  });
  const copy = (to = url, file = `${store.dataDir}/vitrine.db`) =>
    store.runWith({ DATABASE_URL: to }, 'restore', file, '--force');

  async function allRows(databaseUrl?: string) {
    const storage = await openStorage({ dataDir: store.dataDir, databaseUrl });
    const queries = storedTables.map((table) => storage.db.selectFrom(table).selectAll().execute());
    const tables = await Promise.all(queries);
    await storage.close();
    return tables.map((rows) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort());
  }

  it('knows every table of the store', async () => {
    const tables = await store.open(({ db }) =>
      db.introspection.getTables({ withInternalKyselyTables: true }),
    );
    const names = tables.map(({ name }) => name);
    expect(names.sort()).toEqual([...storedTables, 'kysely_migration'].sort());
  });

  it('R24: has every row of every table, once, in an empty base, and in the copy of that base', async () => {
    const view = { day: '2026-03-01', path: '/', device: 'phone' as const };
    // These are more rows than one batch of the copy.
    const views = Array.from({ length: 1200 }, (_, n) => ({
      ...view,
      referrer: `site-${n}.example`,
      views: n,
    }));
    await store.open(async ({ db }) => {
      await db.insertInto('page_view').values(views).execute();
      await db.insertInto('task_run').values({ name: 'test', ran_at: 1, outcome: '{}' }).execute();
    });
    const message = { fullname: '李小龍 👩‍👩‍👧', message: 'Guillemets « \u00a0» \' " \\ et\nlignes' };
    await store.add({ message });
    const env = { DATA_DIR: store.dataDir, DATABASE_URL: url };
    const restore = ['restore', `${store.dataDir}/vitrine.db`, '--force'];
    expect((await store.whileInUse(() => runCli(restore, env))).code).toBe(4);
    const bytes = await readFile(`${store.dataDir}/vitrine.db`);
    expect(await copy()).toMatchObject({ code: 0, stderr: containing('1206 lignes copiées') });
    expect(await readFile(`${store.dataDir}/vitrine.db`)).toEqual(bytes);
    expect(await allRows(url)).toEqual(await allRows());
    expect(await copy()).toMatchObject({ code: 4, stderr: containing('Rien n’a été changé') });
    const rows = await allRows();
    const [file, other] = [store.file('copy.db'), await createDatabase(inject('postgresUrl'))];
    await store.runWith({ DATABASE_URL: url }, 'advanced', 'retention');
    const storage = await openStorage({ dataDir: store.dataDir, databaseUrl: url });
    await storeMessages(storage, [aMessage({ message: 'Onze mois et demi' })], Date.now() - 350 * DAY_MS);
    await storage.close();
    const saved = await store.runWith({ DATABASE_URL: url }, 'backup', file);
    expect(saved).toMatchObject({ code: 0, stderr: containing('laisse de côté 1 donnée') });
    expect(await copy(other, file)).toMatchObject({ code: 0 });
    expect((await allRows(other)).slice(0, -1)).toEqual(rows.slice(0, -1));
  });
});

it('R28: doctor compares the connections of the account with what the site opens', async () => {
  const url = new URL(await createDatabase(inject('postgresUrl')));
  await (await createTestStore(url.href)).remove();
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const limit = (count: number) =>
    client.query(`alter database "${url.pathname.slice(1)}" connection limit ${count}`);
  const doctor = async () => (await store.runWith({ DATABASE_URL: url.href }, 'doctor')).stdout;
  expect(await doctor()).toMatch(/✓ Base de données +PostgreSQL$/m);
  await limit(6);
  expect(await doctor()).toMatch(/! Base de données +PostgreSQL, 6 connexions au plus.*\n.*jusqu’à 11/);
  await client.end();
});

it('R23: without the spare that every commit waits for, and on a full server, doctor turns red and names the remedy; pages stay', async (context) => {
  const disk = await smallDisk(context, 300_000_000);
  await chmod(disk, 0o755);
  vi.stubEnv('TMPDIR', disk);
  const server = await startPostgres();
  vi.unstubAllEnvs();
  onTestFinished(() => server.remove());
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await (await createTestStore(server.url)).remove();
  const env = { DATABASE_URL: server.url };
  await store.runWith(env, 'advanced', 'retention');
  const doctor = () => store.runWith(env, 'doctor');
  expect((await doctor()).code).toBe(0);
  const nameSpare = async (name: string) => {
    await client.query(`alter system set synchronous_standby_names = '${name}'`);
    await client.query('select pg_reload_conf()');
    await expect
      .poll(async () => (await client.query('show synchronous_standby_names')).rows)
      .toEqual([{ synchronous_standby_names: name }]);
  };
  await nameSpare('secours');
  expect(await doctor()).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/secours\).*replication\.md/),
  });
  // Commands that only read still work, above all the copy.
  for (const words of ['messages list', 'advanced migrate --dry-run', 'backup -'])
    expect(await store.runWith(env, ...words.split(' '))).toMatchObject({ code: 0 });
  // A site that starts meanwhile shows its pages, refuses messages at once, and leaves no session that waits for ever.
  const site = await startSite({ env: { ...env, RATE_LIMIT: '20' } });
  const status = async (path: string) => (await fetch(site.url + path)).status;
  const asked = performance.now();
  for (let turn = 0; turn < 9; turn += 1) expect((await postMessage(site.url)).status).toBe(503);
  expect(performance.now() - asked).toBeLessThan(60_000);
  const paths = ['/', '/readyz', '/readyz/write'];
  expect(await Promise.all(paths.map(status))).toEqual([200, 200, 503]);
  expect(site.output()).toContain('storage unavailable: spare-away');
  const stuck = await client.query(`select from pg_stat_activity where wait_event = 'SyncRep'`);
  expect(stuck.rowCount).toBe(0);
  await nameSpare('');
  await expect.poll(async () => (await postMessage(site.url)).status).toBe(200);
  await site.end();
  expect((await doctor()).code).toBe(0);
  fillDisk(join(disk, 'filler'));
  const full = containing('Le disque du serveur PostgreSQL est plein');
  expect(await doctor()).toMatchObject({ code: 1, stdout: full });
  await rm(join(disk, 'filler'));
  await client.end();
});

describe('a PostgreSQL that takes nobody without TLS, and whose certificate no system knows', () => {
  let server: ThrowAwayPostgres;
  let verified: string;

  beforeAll(async () => {
    server = await startPostgres();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const dataDir: string = (await client.query('show data_directory')).rows[0].data_directory;
    const { certificateFile, keyFile } = await makeCertificate(dataDir);
    // PostgreSQL reads a key only if this account owns it and no other can read it.
    const { uid, gid } = await stat(dataDir);
    for (const file of [certificateFile, keyFile]) await chown(file, uid, gid);
    await chmod(keyFile, 0o600);
    await client.query(`alter system set ssl_cert_file = '${certificateFile}'`);
    await client.query(`alter system set ssl_key_file = '${keyFile}'`);
    await client.query('alter system set ssl = on');
    const access = join(dataDir, 'pg_hba.conf');
    await writeFile(access, (await readFile(access, 'utf8')).replaceAll(/^host /gm, 'hostssl '));
    await client.query('select pg_reload_conf()');
    await client.end();
    verified = `sslmode=verify-full&sslrootcert=${certificateFile}`;
  });
  afterAll(() => server.remove());

  const address = (search: string, hostname = CERTIFIED_HOST) => ({
    DATABASE_URL: Object.assign(new URL(server.url), { hostname, search }).href,
  });

  it('stores messages over an encrypted connection', async () => {
    const encrypted = await createTestStore(address(verified).DATABASE_URL);
    onTestFinished(encrypted.remove);
    await encrypted.add({});
    const stdout = containing('Zoé');
    expect(await encrypted.run('messages', 'list')).toMatchObject({ code: 0, stdout });
  });

  it.each([
    ['a connection in the clear', CERTIFIED_HOST, () => '', '28000'],
    ['an unknown authority', CERTIFIED_HOST, () => 'sslmode=verify-full', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['another name', '127.0.0.1', () => verified, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('refuses %s, and says what to do', async (_what, host, search, reason) => {
    const { code, stderr } = await store.runWith(address(search(), host), 'profile', 'export');
    expect(code).toBe(5);
    for (const said of [`(${reason})`, 'sslmode=verify-full']) expect(stderr).toContain(said);
  });
});
