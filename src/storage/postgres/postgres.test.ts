import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { type KyselyPlugin, sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { CERTIFIED_HOST, makeCertificate } from '../../../tests/support/certificate.ts';
import { aMessage, storeMessages } from '../../../tests/support/contact.ts';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { eraseMessages } from '../../contact/messages.server.ts';
import { createContactLimiter } from '../../contact/rate-limit.server.ts';
import { storeMessage } from '../../contact/store-message.server.ts';
import { inspectSqlite } from '../backup.server.ts';
import { copyToSqlite } from '../copy.server.ts';
import { isBusy } from '../errors.server.ts';
import { migrate, migrationStatus, shippedMigrations } from '../migrate.server.ts';
import { openStorage } from '../open-storage.server.ts';
import type { Storage } from '../storage.ts';
import { noteErased } from '../task-runs.server.ts';
import { openPostgres } from './open-postgres.server.ts';

const location = (databaseUrl: string) => ({ dataDir: '/nonexistent', databaseUrl });

async function administer(url: string, statements: string): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(statements);
  await admin.end();
}

it('a session commits to the disk (R11) and sees commits made while it waited, whatever the defaults of the database', async () => {
  const url = await createDatabase(inject('postgresUrl'));
  const name = new URL(url).pathname.slice(1);
  for (const setting of ['synchronous_commit = off', "default_transaction_isolation = 'repeatable read'"])
    await administer(url, `alter database ${name} set ${setting}`);
  const stores = await Promise.all([1, 2, 3, 4].map(() => openStorage(location(url))));
  await Promise.all(stores.map((store) => migrate(store)));
  await Promise.all(stores.map((store) => storeMessages(store, [aMessage()], 0)));
  const [{ db }] = stores as [Storage];
  expect(await db.selectFrom('message').select('id').execute()).toHaveLength(1);
  const shown = await sql<{ setting: string }>`
    select setting from pg_settings
    where name in ('fsync', 'synchronous_commit') or name like '%\_timeout' and source = 'session'
    order by name`.execute(db);
  // The numbers limit an idle transaction, an idle session, a lock and a statement, in milliseconds.
  expect(shown.rows.map(({ setting }) => setting)).toEqual(['on', '30000', '0', '5000', '8000', 'on']);
  await Promise.all([...stores, ...stores].map((store) => store.close()));
});

it('a copy is one state of the store, whatever comes meanwhile', async () => {
  await using storage = await openStorage(location(await createDatabase(inject('postgresUrl'))));
  await migrate(storage);
  const meanwhile: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await storeMessages(storage, [aMessage()], 0);
      return result;
    },
  };
  const copy = join(await temporaryFolder(), 'copy.db');
  await writeFile(copy, '');
  await copyToSqlite({ ...storage, reads: storage.reads.withPlugin(meanwhile) }, copy);
  expect(inspectSqlite(copy)).toMatchObject({ messages: 0, pendingMails: 0 });
});

it('asks for the channel binding that an address requires', async () => {
  const { certificateFile, keyFile } = await makeCertificate(await temporaryFolder());
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certificateFile)]);
  const asked = Promise.withResolvers<string>();
  // Plays the server up to the client's choice (PostgreSQL, 55.2 and 55.3).
  const server = createServer((socket) =>
    socket.once('data', () => {
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => {});
      secured.once('data', () => {
        secured.write('R\0\0\0\x2a\0\0\0\x0aSCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0');
        secured.once('data', (choice) => {
          asked.resolve(choice.toString('latin1', 5));
          secured.destroy();
        });
      });
    }),
  ).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const options = `sslmode=verify-full&sslrootcert=${certificateFile}&channel_binding=require`;
  const opened = openPostgres(`postgres://a:b@${CERTIFIED_HOST}:${port}/c?${options}`);
  await expect(opened).rejects.toThrow('unreachable');
  expect(await asked.promise).toMatch(/^SCRAM-SHA-256-PLUS\0/);
  server.close();
});

describe('a database with other schemas', () => {
  async function use(url: string) {
    const storage = await openStorage(location(url));
    const migrated = await migrate(storage);
    const { pending } = await migrationStatus(storage);
    await storeMessages(storage, [aMessage()], 0);
    const messages = await storage.db.selectFrom('message').select('id').execute();
    await storage.close();
    return { migrated, pending, messages: messages.length };
  }

  const shipped = shippedMigrations('postgres').then(Object.keys);

  it('has a store for each site', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await administer(url, 'create schema production; create schema "Essai"');
    for (const schema of ['production', '"Essai"']) {
      const own = `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
      expect(await use(own)).toEqual({ migrated: await shipped, pending: [], messages: 1 });
    }
  });

  /** Makes an account for one test; returns its database address. @param rights statements after its creation */
  async function accountOf(url: string, rights = ''): Promise<string> {
    const account = `account_${process.pid}`;
    const statements = rights.replaceAll('ACCOUNT', account);
    await administer(url, `create role ${account} login password 'motdepasse'; ${statements}`);
    onTestFinished(() => administer(url, `drop owned by ${account}; drop role ${account}`));
    return url.replace('postgres:postgres@', `${account}:motdepasse@`);
  }

  it('is made new in an own schema though another account’s migrations are in public', async () => {
    const own = await accountOf(
      await createDatabase(inject('postgresUrl')),
      `create schema ACCOUNT authorization ACCOUNT;
      create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`,
    );
    expect(await use(own)).toEqual({ migrated: await shipped, pending: [], messages: 1 });
    expect(await use(own)).toEqual({ migrated: [], pending: [], messages: 1 });
  });

  it('serves an account that may use the store and not change its tables, and one that gets a schema later', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    expect(await use(url)).toMatchObject({ migrated: await shipped });
    const rights = 'grant select, insert, update, delete on all tables in schema public to ACCOUNT';
    expect(await use(await accountOf(url, rights))).toEqual({ migrated: [], pending: [], messages: 1 });
    // New tables would go into this schema of its own.
    await administer(url, 'create schema postgres');
    expect(await use(url)).toEqual({ migrated: [], pending: [], messages: 1 });
  });

  it('is not made where the account may create nothing, and PostgreSQL’s own reason is told', async () => {
    const own = await accountOf(await createDatabase(inject('postgresUrl')));
    await expect(use(own)).rejects.toMatchObject({ code: '42501', severity: 'ERROR' });
  });
});

it('R21: a migration gives up on a lock of another client, while reads and messages go on', async () => {
  const url = await createDatabase(inject('postgresUrl'));
  const storage = await openStorage(location(url));
  await migrate(storage);
  const dump = new Client({ connectionString: url, application_name: 'pg_dump' });
  await dump.connect();
  await dump.query('begin; lock table message in access share mode');
  const alter = {
    ...(await shippedMigrations('postgres')),
    '9999-later': 'alter table message add column x int;',
  };
  const migrating = expect(migrate(storage, alter)).rejects.toMatchObject({ cause: { code: '55P03' } });
  await delay(500);
  await storeMessages(storage, [aMessage()], 0);
  await migrating;
  // Reads go on while many writers wait for a lock.
  await dump.query('commit; begin; lock table message in exclusive mode');
  const other = new Client({ connectionString: url, application_name: 'psql' });
  await other.connect();
  await other.query('begin; lock table rate_limit in exclusive mode');
  const limited = createContactLimiter(storage, 5, async () => 'key')('192.0.2.1').catch((error) => error);
  // This reader has its connection before the writers take all.
  await delay(200);
  const writers = Array.from({ length: 10 }, () => storage.db.deleteFrom('message').execute());
  const waited = Promise.allSettled(writers);
  await storage.reads.selectFrom('task_run').select('name').execute();
  expect((await waited).every(({ status }) => status === 'rejected')).toBe(true);
  expect(await limited).toSatisfy(isBusy);
  await dump.end();
  await other.end();
  await storage.close();
}, 60_000);

it('an operator and retention that erase one message at once do not deadlock', async () => {
  const storage = await openStorage(location(await createDatabase(inject('postgresUrl'))));
  await migrate(storage);
  const { id = '' } = await storeMessage(storage, aMessage(), 0);
  const waiters = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(storage.db);
    return rows[0]?.count;
  };
  let operator: Promise<unknown> = Promise.resolve();
  await storage.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('message').where('id', '=', id).execute();
    operator = eraseMessages(storage, { id });
    await expect.poll(waiters).toBe(1);
    await noteErased(trx);
  });
  await operator;
  expect(await storage.db.selectFrom('message').select('id').execute()).toEqual([]);
  await storage.close();
});

it('an erasure takes as long as it needs, and no other statement may', async () => {
  const url = await createDatabase(inject('postgresUrl'));
  const silence: OnSent = ({ client, onward }, sent) =>
    sent.includes('is anybody there') && onward.unpipe(client);
  const storage = await openBehindFront(url, silence, 500);
  await migrate(storage);
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin; lock table message in share update exclusive mode');
  const scrubbed = storage.scrub();
  await expect(sql`select 'is anybody there'`.execute(storage.db)).rejects.toThrow();
  await delay(1_000);
  await holder.query('rollback');
  await Promise.all([scrubbed, holder.end()]);
});

describe('a server that is not there', () => {
  const asks = (db: Storage['db']) => sql`select 'is anybody there'`.execute(db);

  it('leaks no connection when it goes away just after a login (R8)', async () => {
    let cutting = 0;
    const { db } = await openBehindFront(inject('postgresUrl'), ({ client }, sent) => {
      if (cutting > 0 && sent.includes('set_config')) {
        cutting -= 1;
        client.destroy();
      }
    });
    await db.connection().execute(async () => {
      cutting = 12;
      for (let attempt = 0; attempt < 12; attempt += 1) await expect(asks(db)).rejects.toThrow();
    });
    expect(cutting).toBe(0);
    expect((await asks(db)).rows).toHaveLength(1);
  });

  it('is given up after a silence, but not during a migration', async () => {
    let silent = true;
    const silence: OnSent = ({ client, onward }, sent) =>
      silent && sent.includes('is anybody there') && onward.unpipe(client);
    const storage = await openBehindFront(await createDatabase(inject('postgresUrl')), silence, 1_000);
    const slow = `select pg_sleep(2.5);\ncreate table limits as select current_setting('statement_timeout') as said;`;
    expect(await migrate(storage, { '0001-slow': slow })).toEqual(['0001-slow']);
    expect((await sql`select said from limits`.execute(storage.db)).rows).toEqual([{ said: '0' }]);
    await expect(asks(storage.db)).rejects.toThrow(/terminated/);
    silent = false;
    expect((await asks(storage.db)).rows).toHaveLength(1);
  });
});

it.each([
  ['as the commit is answered loses no message and calls none lost (API-3)', 'answer', ['commit\0'], true],
  ['before the commit leaves nothing behind, and says so', 'answer', ['insert into "message"'], false],
  ['as the commit is sent leaves nothing behind, and says so', 'question', ['commit\0'], false],
  [
    'twice, so that nobody knows, says so: the next try finds it',
    'answer',
    ['commit\0', 'where "id" = '],
    true,
  ],
] as const)('a connection that breaks %s', async (_when, lost, statements, isKept) => {
  const url = await createDatabase(inject('postgresUrl'));
  const direct = await openStorage(location(url));
  await migrate(direct);
  const storage = await openBehindFront(url, ({ client, onward }, sent) => {
    if (!statements.some((statement) => sent.includes(statement))) return;
    if (lost === 'question') for (const end of [onward, client]) end.destroy();
    onward.unpipe(client);
    onward.once('data', () => client.destroy()).resume();
  });
  const [stored] = await Promise.allSettled([storeMessage(storage, aMessage(), 0)]);
  const messages = await direct.db.selectFrom('message').select('id').execute();
  const mails = await direct.db.selectFrom('outbox').select('message_id as id').execute();
  expect(mails).toEqual(messages);
  expect(messages).toHaveLength(isKept ? 1 : 0);
  if (isKept && statements.length === 1) {
    const value = { id: messages[0]?.id, failure: expect.any(Error) };
    expect(stored).toMatchObject({ status: 'fulfilled', value });
  } else expect(stored?.status).toBe('rejected');
  expect((await storeMessage(direct, aMessage(), 0)).id === undefined).toBe(isKept);
  await direct.close();
});

type OnSent = (between: { client: Socket; onward: Socket }, sent: string) => unknown;

/** Opens a store; the test sees what each of its connections sends to PostgreSQL. */
async function openBehindFront(databaseUrl: string, onSent: OnSent, silenceMs?: number): Promise<Storage> {
  const { hostname, port } = new URL(databaseUrl);
  const server = createServer((client) => {
    const onward = connect(Number(port), hostname);
    client.on('data', (data) => onSent({ client, onward }, data.toString('latin1')));
    client.pipe(onward).pipe(client);
    for (const socket of [client, onward]) socket.on('error', () => {});
    client.on('close', () => onward.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const storage = await openPostgres(url.href, silenceMs);
  onTestFinished(async () => {
    await storage.close();
    await new Promise((resolve) => server.close(resolve));
  });
  return storage;
}
