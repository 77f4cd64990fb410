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

/** Gives the block of this language of the guide. */
const guide = (language: string) =>
  readGuide('scale-out.md').find((block) => block.language === language)?.text ?? '';

/** Gives the nightly command as systemd hands it to the shell, with its copies in a folder of the test. */
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

/** Opens a session on this database. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/**
 * Programs that stand in for those of the command, by name. pg_dump empties its file first, like the true one, and makes
 * everything, a part without saying so, or nothing; the command line of a store that is down ends with 5.
 */
const programs = {
  pg_dump: `for word; do case $word in --file=*) file=\${word#--file=};; esac; done
    : >"$file"
    case $MAKES in all) echo "of today" >"$file";; part) echo "of to" >"$file";; *) exit 1;; esac`,
  pg_restore: 'for file; do :; done; grep -q today "$file"',
  node: `test "$*" = "src/start-cli.ts advanced retention --dry-run --json" || exit 2
    test "$DOUBT" = unknown && exit 5
    echo "{ \\"inDoubt\\": $DOUBT }"`,
  date: 'echo 3',
};
const [TODAY, OLDER] = ['vitrine-3.dump', 'vitrine-before-2.dump'];

// With 4 the unit that the guide changes deletes nothing.
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
  const asAccount = (url: string, name: string) => url.replace('postgres:postgres@', `${name}:motdepasse@`);
  let base: string;
  let administrator: Awaited<ReturnType<typeof connect>>;

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
    for (const words of ['pg_dump --enable-row-security ', '--dbname=postgres://vitrine_copy@'])
      expect(nightlyCommand('')).toContain(words);
  });

  it('is named by no policy, so that a copy can be restored where it does not exist', async () => {
    const { rows } = await administrator.query('select distinct roles::text from pg_policies');
    expect(rows).toEqual([{ roles: '{public}' }]);
  });
});

/** Fills a store with three messages, of now and of months ago, and a mail for each. */
async function fillAs(databaseUrl: string): Promise<void> {
  const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
  await migrate(storage);
  const monthMs = 30.44 * 86_400_000;
  for (const [message, months] of Object.entries({ new: 0, '10.5 months': 10.5, '11.5 months': 11.5 }))
    await storeMessages(storage, [aMessage({ message })], Math.round(Date.now() - months * monthMs));
  await storage.close();
}

/** Reads as an account all it may read. */
async function seenBy(url: string) {
  const client = await connect(url);
  const messages = await client.query('select body from message order by body');
  const mails = await client.query('select count(*)::integer as count from outbox');
  await client.end();
  return { bodies: messages.rows.map(({ body }) => body), mails: mails.rows[0].count };
}
