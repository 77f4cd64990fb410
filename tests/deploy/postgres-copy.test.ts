import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { copyLimits } from '../../src/retention/rules.ts';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { aMessage, storeMessages } from '../support/contact.ts';
import { createDatabase } from '../support/postgres.ts';
import { readGuide } from './guide.ts';

/** Gives the block of the guide in this language. */
const guide = (language: string) =>
  readGuide('scale-out.md').find((block) => block.language === language)?.text ?? '';

/** Gives the nightly command as systemd passes it to the shell, with its copies in a folder of the test. */
function nightlyCommand(copies: string): string {
  const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(guide('ini')) ?? [];
  return command
    .replaceAll('%%', '%')
    .replaceAll('$$', () => '$')
    .replaceAll('/var/backups/vitrine', copies)
    .replace('node_modules/node/bin/node', 'node');
}

/** Gives the SQL for the account of the nightly copy, under a name of the test: accounts belong to the whole server. */
const accountOfTheGuide = (account: string) => guide('sql').replaceAll('vitrine_copy', account);

/** Runs statements on this database and gives the rows of the last. */
async function ask(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return [await client.query(sql)].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}

/**
 * Programs that replace those of the command, by name. pg_dump empties its file first, like the true one, and writes
 * everything, silently only a part, or nothing. The command line of an unreachable store ends with 5.
 */
const programs = {
  pg_dump: `for word; do case $word in --file=*) file=\${word#--file=};; esac; done
    : >"$file"
    case $MAKES in all) echo "of today" >"$file";; part) echo "of to" >"$file";; *) exit 1;; esac`,
  pg_restore: 'for file; do :; done; grep -q today "$file"',
  node: `test "$*" = "src/start-cli.ts advanced retention --dry-run" || exit 2
    test "$DOUBT" = unknown && exit 5
    test "$DOUBT" = false || exit 4`,
  date: 'echo 3',
};
const [TODAY, OLDER] = ['vitrine-3.dump', 'vitrine-before-2.dump'];

// After code 4 the unit of the guide deletes nothing.
it.each([
  ['replaces the copy of last week by a whole one', 'all', 'false', 0, 'of today\n'],
  ['keeps the copy of last week when pg_dump fails', 'nothing', 'false', 1, 'of last week'],
  ['keeps the copy of last week when pg_dump makes a part', 'part', 'false', 1, 'of last week'],
  ['is made with a clock in doubt', 'all', 'true', 4, 'of today\n'],
  ['says when it fails with a clock in doubt', 'nothing', 'true', 4, 'of last week'],
  ['is made with a clock that nobody knows', 'all', 'unknown', 4, 'of today\n'],
])('the nightly copy of PostgreSQL %s', async (_what, MAKES, DOUBT, status, kept) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-copy-'));
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder.path, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const copies = join(folder.path, 'copies');
  mkdirSync(copies);
  writeFileSync(join(copies, TODAY), 'of last week');
  writeFileSync(join(copies, OLDER), 'of another month');
  const env = { PATH: `${folder.path}:/usr/bin:/bin`, MAKES, DOUBT };
  expect(spawnSync('/bin/sh', ['-c', nightlyCommand(copies)], { env }).status).toBe(status);
  expect(readdirSync(copies).sort()).toEqual([OLDER, TODAY].sort());
  expect(readFileSync(join(copies, TODAY), 'utf8')).toBe(kept);
});

describe('the account of the nightly copy', () => {
  const names = { site: `site_${process.pid}`, copy: `copy_${process.pid}` };
  let base: string;
  const as = (name: string) => base.replace('postgres:postgres@', `${name}:motdepasse@`);

  /** Gives the messages that an account may read, and the number of mails. */
  const seenBy = async (name: string) => ({
    bodies: (await ask(as(name), 'select body from message order by body')).map(({ body }) => body),
    mails: (await ask(as(name), 'select from outbox')).length,
  });

  beforeAll(async () => {
    base = await createDatabase(inject('postgresUrl'));
    const database = new URL(base).pathname.slice(1);
    await ask(
      base,
      `create role ${names.site} login password 'motdepasse'; alter database ${database} owner to ${names.site}`,
    );
    await fill(as(names.site));
    await ask(base, accountOfTheGuide(names.copy));
  });
  afterAll(async () => {
    for (const name of Object.values(names))
      await ask(base, `reassign owned by ${name} to postgres; drop owned by ${name}; drop role ${name}`);
  });

  it('sees no message that becomes too old while a copy is kept, nor its mail; the site sees all (DATA-1)', async () => {
    expect(await seenBy(names.copy)).toEqual({ bodies: ['10.5 months', 'new'], mails: 2 });
    expect(await seenBy(names.site)).toEqual({ bodies: ['10.5 months', '11.5 months', 'new'], mails: 3 });
    const months = copyLimits(Date.now()).find(({ table }) => table === 'message')?.months;
    expect(accountOfTheGuide('')).toContain(`interval '${months} months'`);
  });

  it.each([
    ['retention has not run for longer than a machine is off', 33, false, 3],
    ['retention held back', 0, true, 3],
    ['retention has run', 0, false, 2],
  ])('sees every message when the clock is in doubt alone: %s', async (_why, days, held, seen) => {
    const ranAt = Date.now() - days * 86_400_000;
    await ask(base, `insert into task_run values ('retention', ${ranAt}, '{"held":${held}}')`);
    expect((await seenBy(names.copy)).bodies).toHaveLength(seen);
    await ask(base, 'delete from task_run');
  });

  it('gets nothing at all where rows are not to be left out: the command has to ask for it', async () => {
    const asked = ask(as(names.copy), 'set row_security = off; select body from message');
    await expect(asked).rejects.toThrow('row-level security');
    for (const words of ['pg_dump --enable-row-security ', '--dbname=postgres://vitrine_copy@'])
      expect(nightlyCommand('')).toContain(words);
  });

  it('is named by no policy, so that a copy can be restored where it does not exist', async () => {
    expect(await ask(base, 'select distinct roles::text from pg_policies')).toEqual([{ roles: '{public}' }]);
  });
});

/** Fills a store with three messages, of now and of months ago, and a mail for each. */
async function fill(databaseUrl: string): Promise<void> {
  const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
  await migrate(storage);
  const monthMs = 30.44 * 86_400_000;
  for (const [message, months] of Object.entries({ new: 0, '10.5 months': 10.5, '11.5 months': 11.5 }))
    await storeMessages(storage, [aMessage({ message })], Math.round(Date.now() - months * monthMs));
  await storage.close();
}
