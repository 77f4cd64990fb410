import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { aMessage, storeMessages } from '../../../tests/support/contact.ts';
import { createDatabase, startPostgres } from '../../../tests/support/postgres.ts';
import { storeMessage } from '../../contact/store-message.server.ts';
import { migrate, migrationStatus } from '../migrate.server.ts';
import { migrationFiles } from '../migration-files.server.ts';
import { openStorage } from '../open-storage.server.ts';
import { openPostgres } from './open-postgres.server.ts';

const location = (databaseUrl: string) => ({ dataDir: '/nonexistent', databaseUrl });

async function administer(url: string, statements: string): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(statements);
  await admin.end();
}

describe('a session', () => {
  it('commits to the disk even where the database says otherwise (R11)', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await administer(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    const storage = await openStorage(location(url));
    const shown = await sql<Record<string, string>>`
      select name, setting from pg_settings
      where name in ('synchronous_commit', 'fsync', 'statement_timeout') order by name`.execute(storage.db);
    expect(shown.rows.map(({ setting }) => setting)).toEqual(['on', '15000', 'on']);
    await storage.close();
    await storage.close();
  });

  it('sees what was committed while it waited, even where the database says otherwise', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await administer(
      url,
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = 'repeatable read'`,
    );
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStorage(location(url))));
    await Promise.all(stores.map((store) => migrate(store)));
    await Promise.all(stores.map((store) => storeMessages(store, [aMessage()], 0)));
    expect(await stores[0]?.db.selectFrom('message').select('id').execute()).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });
});

it.each(['WIN1252', 'LATIN1', 'SQL_ASCII'])('a database in %s is refused (R17)', async (encoding) => {
  const settings = `encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`;
  const url = await createDatabase(inject('postgresUrl'), settings);
  await expect(openStorage(location(url))).rejects.toMatchObject({
    reason: 'wrong-encoding',
    causeCode: encoding,
  });
});

describe('a database with other schemas', () => {
  /** Opens the store, brings it up to date, and keeps a message in it. */
  async function use(url: string) {
    const storage = await openStorage(location(url));
    const migrated = await migrate(storage);
    const { pending } = await migrationStatus(storage);
    await storeMessages(storage, [aMessage()], 0);
    const messages = await storage.db.selectFrom('message').select('id').execute();
    await storage.close();
    return { migrated, pending, messages: messages.length };
  }

  const shipped = migrationFiles('postgres').getMigrations().then(Object.keys);

  it('leaves the tables of another application alone', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await administer(
      url,
      `create schema autre;
      create table autre.kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
      insert into autre.kysely_migration values ('2020-autre', '2020-01-01');
      create table autre.kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`,
    );
    expect(await use(url)).toEqual({ migrated: await shipped, pending: [], messages: 1 });
    expect(await use(url)).toEqual({ migrated: [], pending: [], messages: 1 });
  });

  it('has a store for each site', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await administer(url, 'create schema production; create schema "Essai"');
    for (const schema of ['production', '"Essai"']) {
      const own = `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
      expect(await use(own)).toEqual({ migrated: await shipped, pending: [], messages: 1 });
    }
  });

  it('is made new in an own schema though another account’s migrations are in public', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const account = `site_${process.pid}`;
    await administer(
      url,
      `create role ${account} login password 'motdepasse';
      create schema ${account} authorization ${account};
      create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`,
    );
    const own = url.replace('postgres:postgres@', `${account}:motdepasse@`);
    try {
      expect(await use(own)).toEqual({ migrated: await shipped, pending: [], messages: 1 });
      expect(await use(own)).toEqual({ migrated: [], pending: [], messages: 1 });
    } finally {
      await administer(url, `drop owned by ${account}; drop role ${account}`);
    }
  });

  it('is not made where the account may create nothing, and PostgreSQL’s own reason is told', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    const account = `guest_${process.pid}`;
    await administer(url, `create role ${account} login password 'motdepasse'`);
    try {
      const refused = use(url.replace('postgres:postgres@', `${account}:motdepasse@`));
      await expect(refused).rejects.toMatchObject({ code: '42501', severity: 'ERROR' });
    } finally {
      await administer(url, `drop role ${account}`);
    }
  });

  it('keeps its store when the account gets a schema of its own, where new tables would go', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    expect(await use(url)).toMatchObject({ migrated: await shipped });
    await administer(url, 'create schema postgres');
    expect(await use(url)).toEqual({ migrated: [], pending: [], messages: 1 });
  });
});

describe('a server that is not there', () => {
  it('costs no connection for good when it goes away just after a login (R8)', async () => {
    let cutting = 0;
    const front = await frontOf(inject('postgresUrl'), ({ client }, sent) => {
      if (cutting > 0 && sent.includes('set_config')) {
        cutting -= 1;
        client.destroy();
      }
    });
    const storage = await openStorage(location(front.url));
    await storage.db.connection().execute(async () => {
      cutting = 12;
      for (let attempt = 0; attempt < 12; attempt += 1)
        await expect(sql`select 1`.execute(storage.db)).rejects.toThrow();
    });
    expect(cutting).toBe(0);
    expect((await sql`select 1 as one`.execute(storage.db)).rows).toEqual([{ one: 1 }]);
    await storage.close();
    await front.stop();
  });

  it('is given up when it says nothing any more, and another connection serves', async () => {
    const front = await frontOf(await createDatabase(inject('postgresUrl')), ({ client, onward }, sent) => {
      if (sent.includes('is anybody there')) onward.unpipe(client);
    });
    const storage = await openPostgres(front.url, 1_000);
    const slow = { up: (db: Kysely<unknown>) => sql`select pg_sleep(2.5)`.execute(db).then(() => {}) };
    expect(await migrate(storage, { getMigrations: async () => ({ '0001-slow': slow }) })).toEqual([
      '0001-slow',
    ]);
    // On the connection that was silent for longer than that, which was right then.
    const lost = sql`select 'is anybody there'`.execute(storage.db);
    await expect(lost).rejects.toThrow(/terminated/);
    expect((await sql`select 1 as one`.execute(storage.db)).rows).toEqual([{ one: 1 }]);
    await storage.close();
    await front.stop();
  });

  it('is given up though another one works for as long as it needs', async () => {
    const working: Socket[] = [];
    const front = await frontOf(await createDatabase(inject('postgresUrl')), ({ client, onward }, sent) => {
      if (sent.includes('vacuum')) working.push(client);
      if (/vacuum|is anybody there/.test(sent)) onward.unpipe(client);
    });
    const storage = await openPostgres(front.url, 2_000);
    const scrubbed = storage.scrub();
    await expect.poll(() => working.length).toBe(1);
    const lost = sql`select 'is anybody there'`.execute(storage.db);
    await expect(lost).rejects.toThrow(/terminated/);
    expect(working[0]?.destroyed).toBe(false);
    working[0]?.destroy();
    await expect(scrubbed).rejects.toThrow(/terminated/);
    await storage.close();
    await front.stop();
  });

  it('is given up on a connection that has worked for as long as it needed', async () => {
    const url = await createDatabase(inject('postgresUrl'));
    await administer(url, 'create table message (); create table outbox (); create table page_view ()');
    const front = await frontOf(url, ({ client, onward }, sent) => {
      if (sent.includes('is anybody there')) onward.unpipe(client);
    });
    const storage = await openPostgres(front.url, 2_000);
    await storage.scrub();
    await expect(sql`select 'is anybody there'`.execute(storage.db)).rejects.toThrow(/terminated/);
    await storage.close();
    await front.stop();
  });

  it('is used again after a restart, without a restart of ours (R8)', async () => {
    const server = await startPostgres();
    const storage = await openStorage(location(server.url));
    const inside = storage.db.transaction().execute(async (trx) => {
      await server.stop();
      await sql`select 1`.execute(trx);
    });
    await expect(inside).rejects.toThrow();
    await expect(sql`select 1`.execute(storage.db)).rejects.toThrow();
    await server.start();
    expect((await sql`select 1 as one`.execute(storage.db)).rows).toEqual([{ one: 1 }]);
    await storage.close();
    await server.remove();
  });
});

describe('a connection that breaks', () => {
  /** Stores a message, and breaks the connection as the answer to `statement` comes. */
  async function storeAndBreakAt(statement: string) {
    const url = await createDatabase(inject('postgresUrl'));
    const direct = await openStorage(location(url));
    await migrate(direct);
    const front = await frontOf(url, ({ client, onward }, sent) => {
      if (!sent.includes(statement)) return;
      onward.unpipe(client);
      onward.once('data', () => client.destroy()).resume();
    });
    const storage = await openStorage(location(front.url));
    const stored = await Promise.allSettled([storeMessage(storage, aMessage(), 0)]);
    await storage.close();
    await front.stop();
    const messages = await direct.db.selectFrom('message').select('id').execute();
    const mails = await direct.db.selectFrom('outbox').select('message_id as id').execute();
    await direct.close();
    return { stored: stored[0], messages, mails };
  }

  it('as the commit is answered leaves nobody with a message that is stored and said to be lost (API-3)', async () => {
    const { stored, messages, mails } = await storeAndBreakAt('commit\0');
    expect(messages).toHaveLength(1);
    expect(mails).toEqual(messages);
    expect(stored).toMatchObject({
      status: 'fulfilled',
      value: { id: messages[0]?.id, failure: expect.any(Error) },
    });
  });

  it('before the commit leaves nothing behind, and says so', async () => {
    const { stored, messages, mails } = await storeAndBreakAt('insert into "message"');
    expect(stored?.status).toBe('rejected');
    expect([messages, mails]).toEqual([[], []]);
  });
});

/** Stands between the store and PostgreSQL, and lets a test look at what each connection sends. */
async function frontOf(
  databaseUrl: string,
  onSent: (between: { client: Socket; onward: Socket }, sent: string) => void,
) {
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
  return {
    url: url.href,
    async stop() {
      server.close();
      await once(server, 'close');
    },
  };
}
