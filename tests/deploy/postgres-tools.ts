import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { postgresCommand } from '../../src/cli/postgres-command.ts';
import { ROOT } from '../support/root.ts';
import { readGuide } from './guide.ts';

/** The command of the guide as systemd hands it to the shell, with its copies in a folder of the test. */
export function nightlyCommand(copies: string): string {
  const unit = readGuide('scale-out.md').find(({ language }) => language === 'ini')?.text ?? '';
  const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
  return command
    .replaceAll('%%', '%')
    .replaceAll('$$', () => '$')
    .replaceAll('/var/backups/vitrine', copies)
    .replace('node_modules/node/bin/node', 'node');
}

/** What makes the account of the nightly copy, with accounts of the test: they are known to the whole server. */
export const accountOfTheGuide = (account: string) =>
  (readGuide('scale-out.md').find(({ language }) => language === 'sql')?.text ?? '').replaceAll(
    'vitrine_copy',
    account,
  );

/** What pg_dump says of a store that knows the first migration only, and holds one row. */
const firstMigrationOnly = `${readFileSync(join(ROOT, 'migrations/0001-initial/postgres.sql'), 'utf8')}
create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
insert into kysely_migration values ('0001-initial', '2026-11-22T00:00:00.000Z');
create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null);
insert into kysely_migration_lock values ('migration_lock', 0);
insert into task_run values ('of the copy', 1, '{}');`;

/** What pg_restore makes of the copy: the file that it is asked for. */
export const WRITES = `for word; do case $word in --file=*) file=\${word#--file=};; esac; done; cat "$word" >"$file"`;
/** It notes its words, and the statements of its file. */
export const NOTES = `printf '%s\\0' "$@" >"$0.words"; for word; do case $word in --file=*) cat "\${word#--file=}" >"$0.statements";; esac; done`;

/** The copy's name in the folder of the test. */
export const COPY = "it's before.dump";

/** Types the printed way back where these are PostgreSQL's tools, in a folder of the test. */
export function wayBack(folder: string, databaseUrl: string, scripts: { pg_restore: string; psql: string }) {
  const copy = join(folder, COPY);
  writeFileSync(copy, firstMigrationOnly);
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return spawnSync('/bin/sh', ['-c', postgresCommand('pg_restore', databaseUrl, copy)], {
    env: { PATH: `${folder}:/usr/bin:/bin` },
  }).status;
}

/** What the printed command hands to psql: its words, and the copy as pg_restore makes statements of it. */
export function givenToPsql(folder: string, databaseUrl: string) {
  expect(wayBack(folder, databaseUrl, { pg_restore: WRITES, psql: NOTES })).toBe(0);
  const words = readFileSync(join(folder, 'psql.words'), 'utf8').split('\0');
  return { words, statements: readFileSync(join(folder, 'psql.statements'), 'utf8') };
}

/** What it begins with. */
export function dropOf(folder: string, databaseUrl: string): string {
  const [drop = '', ...others] = givenToPsql(folder, databaseUrl).words.filter((word) =>
    word.startsWith('--command='),
  );
  expect(others).toEqual([]);
  return drop.slice('--command='.length);
}

/** A client of this base, with a session. */
export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
