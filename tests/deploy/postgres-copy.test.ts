import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { postgresCommand } from '../../src/cli/postgres-command.ts';
import { storeGroup } from '../../src/contact/store-group.server.ts';
import { copyLimits } from '../../src/retention/rules.ts';
import { migrate, migrationStatus } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { allTables } from '../../src/storage/tables.ts';
import { aMessage } from '../support/contact.ts';
import { createDatabase } from '../support/postgres.ts';
import { ROOT } from './checkout.ts';
import { readGuide } from './guide.ts';

/** Like the true one, it empties its file first. What it makes: everything, a part without saying so, or nothing. */
const PG_DUMP = `#!/bin/sh
for word; do case $word in --file=*) file=\${word#--file=};; esac; done
: >"$file"
case $MAKES in
  all) echo "the whole copy of today" >"$file";;
  part) echo "the whole" >"$file";;
  *) exit 1;;
esac
`;
const PG_RESTORE = `#!/bin/sh
for file; do :; done
grep -q today "$file"
`;

let folder: string;
let copies: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  copies = join(folder, 'copies');
  mkdirSync(copies);
  for (const [name, script] of Object.entries({ pg_dump: PG_DUMP, pg_restore: PG_RESTORE, node: CLI })) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

/** In place of the command line of the site, which a base that is down ends with 5. */
const CLI = `#!/bin/sh
test "$*" = "src/start-cli.ts retention status --json" && test "$DOUBT" != unknown && echo "{\\"inDoubt\\": \${DOUBT:-false}}"
`;

/** The command of the guide as systemd hands it to the shell, with its copies in a folder of this test. */
function commandOfTheGuide(): string {
  const unit = readGuide('scale-out.md').find(({ language }) => language === 'ini')?.text ?? '';
  const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
  return command
    .replaceAll('%%', '%')
    .replaceAll('$$', () => '$')
    .replaceAll('/var/backups/vitrine', copies)
    .replace('node_modules/node/bin/node', 'node');
}

const today = `vitrine-${new Date().getDay() || 7}.dump`;
const commandOfTheProgram = () =>
  postgresCommand('pg_dump', 'postgres://moi@db.example/site', join(copies, today));

describe.each([
  ['docs/operations/scale-out.md', commandOfTheGuide],
  ['vitrine backup', commandOfTheProgram],
])('the copy of PostgreSQL as %s has it', (_where, command) => {
  const copy = (makes: string) =>
    spawnSync('/bin/sh', ['-c', command()], {
      env: { ...process.env, PATH: `${folder}:/usr/bin:/bin`, MAKES: makes },
    }).status;

  it('asks for every table of the site, and fails where one is not found', () => {
    const named = [...command().matchAll(/ --table=(\w+)/g)].map(([, table]) => table);
    expect(named).toEqual(allTables);
    expect(command()).toMatch(/pg_dump [^&|]*--strict-names /);
  });

  it('replaces the copy of last week by a whole one', () => {
    writeFileSync(join(copies, today), 'of last week');
    expect(copy('all')).toBe(0);
    expect(readdirSync(copies)).toEqual([today]);
    expect(readFileSync(join(copies, today), 'utf8')).toBe('the whole copy of today\n');
  });

  it.each(['nothing', 'part'])('keeps the copy of last week when pg_dump makes %s', (makes) => {
    writeFileSync(join(copies, today), 'of last week');
    expect(copy(makes)).toBe(1);
    expect(readdirSync(copies)).toEqual([today]);
    expect(readFileSync(join(copies, today), 'utf8')).toBe('of last week');
  });
});

describe.each(['true', 'unknown'])('the nightly copy with a clock in doubt (%s)', (doubt) => {
  const copy = (makes: string) =>
    spawnSync('/bin/sh', ['-c', commandOfTheGuide()], {
      env: { ...process.env, PATH: `${folder}:/usr/bin:/bin`, MAKES: makes, DOUBT: doubt },
    }).status;

  // With 4 the unit that the guide changes deletes nothing.
  it('is made, and no older one is deleted', () => {
    expect(copy('all')).toBe(4);
    expect(readFileSync(join(copies, today), 'utf8')).toBe('the whole copy of today\n');
  });

  it('deletes no older one when it fails', () => {
    expect(copy('nothing')).toBe(4);
    expect(readdirSync(copies)).toEqual([]);
  });
});

/** What pg_dump says of a store that knows the first migration only, and holds one row. */
const firstMigrationOnly = `${readFileSync(join(ROOT, 'migrations/0001-initial/postgres.sql'), 'utf8')}
create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
insert into kysely_migration values ('0001-initial', '2026-11-22T00:00:00.000Z');
create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null);
insert into kysely_migration_lock values ('migration_lock', 0);
insert into task_run values ('of the copy', 1, '{}');`;

/** What pg_restore makes of the copy: the file that it is asked for. */
const WRITES = `for word; do case $word in --file=*) file=\${word#--file=};; esac; done; cat "$word" >"$file"`;
/** It notes its words, and the statements of its file. */
const NOTES = `printf '%s\\0' "$@" >"$0.words"; for word; do case $word in --file=*) cat "\${word#--file=}" >"$0.statements";; esac; done`;

/** Types the printed way back where these are PostgreSQL's tools. */
function wayBack(databaseUrl: string, scripts: { pg_restore: string; psql: string }) {
  const copy = join(copies, "it's before.dump");
  writeFileSync(copy, firstMigrationOnly);
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return spawnSync('/bin/sh', ['-c', postgresCommand('pg_restore', databaseUrl, copy)], {
    env: { PATH: `${folder}:/usr/bin:/bin` },
  }).status;
}

/** What the printed command hands to psql: its words, and the copy as pg_restore makes statements of it. */
function givenToPsql(databaseUrl: string) {
  expect(wayBack(databaseUrl, { pg_restore: WRITES, psql: NOTES })).toBe(0);
  const words = readFileSync(join(folder, 'psql.words'), 'utf8').split('\0');
  return { words, statements: readFileSync(join(folder, 'psql.statements'), 'utf8') };
}

/** What it begins with. */
function dropOf(databaseUrl: string): string {
  const [drop = '', ...others] = givenToPsql(databaseUrl).words.filter((word) =>
    word.startsWith('--command='),
  );
  expect(others).toEqual([]);
  return drop.slice('--command='.length);
}

describe('the way back that vitrine restore prints for PostgreSQL', () => {
  it('leaves a store that migrates again, with the rows of the copy, whatever was made since', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
    const all = await migrate(storage);
    await storage.db.insertInto('task_run').values({ name: 'later', ran_at: 2, outcome: '{}' }).execute();

    const { words, statements } = givenToPsql(databaseUrl);
    expect(words).toEqual(expect.arrayContaining(['--single-transaction', '--set=ON_ERROR_STOP=1']));
    expect(readdirSync(copies)).toEqual(["it's before.dump"]);
    const psql = await connect(databaseUrl);
    await psql.query(`begin; ${dropOf(databaseUrl)}; ${statements}; commit`);
    await psql.end();

    expect(await migrate(storage)).toEqual(all.slice(1));
    const rows = await storage.db.selectFrom('task_run').select('name').execute();
    expect(rows).toEqual([{ name: 'of the copy' }]);
    await storage.close();
  });

  it.each(['kill -KILL $$', 'exit 1'])('changes nothing when pg_restore ends half way (%s)', (ends) => {
    const half = WRITES.replace('cat "$word"', 'head -c 100 "$word"');
    expect(
      wayBack('postgres://moi@db.example/site', { pg_restore: `${half}; ${ends}`, psql: NOTES }),
    ).not.toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('psql.'))).toEqual([]);
    expect(readdirSync(copies)).toEqual(["it's before.dump"]);
  });

  it('drops the site’s tables where they are, and nothing else, not even of the same account there', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
    await migrate(storage);
    await storage.close();
    const psql = await connect(databaseUrl);
    await psql.query(accountOfTheGuide('copied_away').replace(/^(create role|grant).*$/gm, ''));
    await psql.query('create table mine ()');
    // Of the account's own name: from now on it comes before `public` in its search path.
    await psql.query(
      'create schema postgres; create table postgres.profile (); create schema autre; create table autre.kysely_migration ()',
    );
    await psql.query(dropOf(databaseUrl));
    const { rows } = await psql.query(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'postgres', 'autre') order by 1",
    );
    await psql.end();
    expect(rows.map(({ name }) => name)).toEqual([
      'autre.kysely_migration',
      'postgres.profile',
      'public.mine',
    ]);
  });

  it('drops nothing where others rely on the site’s tables', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
    await migrate(storage);
    const psql = await connect(databaseUrl);
    await psql.query('create view mine as select count(*) from message');
    await expect(psql.query(dropOf(databaseUrl))).rejects.toThrow('depend');
    await psql.end();
    expect((await migrationStatus(storage)).pending).toEqual([]);
    await storage.close();
  });

  it('takes a base without the site’s tables as it is', async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const psql = await connect(databaseUrl);
    await psql.query('create table profile ()');
    await psql.query(dropOf(databaseUrl));
    expect((await psql.query('table profile')).rows).toEqual([]);
    await psql.end();
  });
});

/** What makes the account of the nightly copy, with accounts of this test: they are known to the whole server. */
const accountOfTheGuide = (account: string) =>
  (readGuide('scale-out.md').find(({ language }) => language === 'sql')?.text ?? '').replaceAll(
    'vitrine_copy',
    account,
  );

describe('the account of the nightly copy', () => {
  const names = { site: `site_${process.pid}`, copy: `copy_${process.pid}` };
  const asAccount = (url: string, name: string) => url.replace('postgres:postgres@', `${name}:motdepasse@`);
  let base: string;
  let administrator: pg.Client;

  beforeAll(async () => {
    base = await createDatabase(inject('postgresUrl'));
    administrator = await connect(base);
    await administrator.query(`create role ${names.site} login password 'motdepasse'`);
    await administrator.query(`alter database ${new URL(base).pathname.slice(1)} owner to ${names.site}`);
    await fillAs(asAccount(base, names.site));
    await administrator.query(accountOfTheGuide(names.copy));
  });
  afterAll(async () => {
    for (const name of Object.values(names)) {
      await administrator.query(
        `reassign owned by ${name} to postgres; drop owned by ${name}; drop role ${name}`,
      );
    }
    await administrator.end();
  });

  it('sees no message that becomes too old while a copy is kept, nor its mail; the site sees all (DATA-1)', async () => {
    expect(await seenBy(asAccount(base, names.copy))).toEqual({ bodies: ['10.5 months', 'new'], mails: 2 });
    expect(await seenBy(asAccount(base, names.site))).toEqual({
      bodies: ['10.5 months', '11.5 months', 'new'],
      mails: 3,
    });
    const months = copyLimits(Date.now()).find(({ table }) => table === 'message')?.months;
    expect(accountOfTheGuide('')).toContain(`interval '${months} months'`);
  });

  it.each([
    ['retention has not run for longer than a machine is off', 33, '{"held":false}'],
    ['retention held back', 0, '{"held":true}'],
  ])('sees every message when the clock is in doubt: %s', async (_why, days, outcome) => {
    const ranAt = Date.now() - days * 86_400_000;
    await administrator.query("insert into task_run values ('retention', $1, $2)", [ranAt, outcome]);
    expect((await seenBy(asAccount(base, names.copy))).bodies).toHaveLength(3);
    await administrator.query('update task_run set ran_at = $1, outcome = $2', [
      Date.now(),
      '{"held":false}',
    ]);
    expect((await seenBy(asAccount(base, names.copy))).bodies).toHaveLength(2);
    await administrator.query('delete from task_run');
  });

  it('gets nothing at all where rows are not to be left out: the command has to ask for it', async () => {
    const copy = await connect(asAccount(base, names.copy));
    await copy.query('set row_security = off');
    await expect(copy.query('select body from message')).rejects.toThrow('row-level security');
    await copy.end();
    expect(commandOfTheGuide()).toContain('pg_dump --enable-row-security ');
    expect(commandOfTheGuide()).toContain('--dbname=postgres://vitrine_copy@');
  });

  it('is not taken for the site by the way back: tables of another account are not dropped', async () => {
    const copy = await connect(asAccount(base, names.copy));
    await copy.query(dropOf(base));
    await copy.end();
    expect((await administrator.query('select from message')).rowCount).toBe(3);
  });

  it('is named by no policy, so that a copy can be restored where it does not exist', async () => {
    const { rows } = await administrator.query('select tablename, roles::text from pg_policies order by 1');
    expect(rows).toEqual([
      { tablename: 'message', roles: '{public}' },
      { tablename: 'outbox', roles: '{public}' },
    ]);
  });
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** A store with three messages, of now and of months ago, and a mail for each. */
async function fillAs(databaseUrl: string): Promise<void> {
  const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
  await migrate(storage);
  const monthMs = 30.44 * 86_400_000;
  for (const [message, months] of Object.entries({ new: 0, '10.5 months': 10.5, '11.5 months': 11.5 }))
    await storeGroup(storage, [aMessage({ message })], Math.round(Date.now() - months * monthMs));
  await storage.close();
}

/** What an account can read. */
async function seenBy(url: string) {
  const client = await connect(url);
  const messages = await client.query('select body from message order by body');
  const mails = await client.query('select count(*)::integer as count from outbox');
  await client.end();
  return { bodies: messages.rows.map(({ body }) => body), mails: mails.rows[0].count };
}
