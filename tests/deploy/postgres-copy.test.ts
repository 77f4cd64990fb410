import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { copyLimits } from '../../src/retention/rules.ts';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { aMessage, storeMessages } from '../support/contact.ts';
import { createDatabase } from '../support/postgres.ts';
import { accountOfTheGuide, connect, nightlyCommand } from './postgres-tools.ts';

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
  for (const [name, script] of Object.entries({
    pg_dump: PG_DUMP,
    pg_restore: PG_RESTORE,
    node: CLI,
    date: WEDNESDAY,
  })) {
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

/** In place of the command line of the site, which a base that is down ends with 5. */
const CLI = `#!/bin/sh
test "$*" = "src/start-cli.ts advanced retention --dry-run --json" && test "$DOUBT" != unknown && echo "{\\"inDoubt\\": \${DOUBT:-false}}"
`;

/** In place of the clock, which may pass midnight while the commands run. */
const WEDNESDAY = '#!/bin/sh\necho 3\n';
const today = 'vitrine-3.dump';

describe('the nightly copy of PostgreSQL', () => {
  const command = () => nightlyCommand(copies);
  const copy = (makes: string) =>
    spawnSync('/bin/sh', ['-c', command()], {
      env: { ...process.env, PATH: `${folder}:/usr/bin:/bin`, MAKES: makes },
    }).status;

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
    spawnSync('/bin/sh', ['-c', nightlyCommand(copies)], {
      env: { ...process.env, PATH: `${folder}:/usr/bin:/bin`, MAKES: makes, DOUBT: doubt },
    }).status;

  const older = 'vitrine-before-2.dump';
  beforeEach(() => writeFileSync(join(copies, older), 'of another month'));

  // With 4 the unit that the guide changes deletes nothing.
  it('is made, and no older one is deleted', () => {
    expect(copy('all')).toBe(4);
    expect(readdirSync(copies).sort()).toEqual([today, older].sort());
    expect(readFileSync(join(copies, today), 'utf8')).toBe('the whole copy of today\n');
  });

  it('deletes no older one when it fails', () => {
    expect(copy('nothing')).toBe(4);
    expect(readdirSync(copies)).toEqual([older]);
  });
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
    expect(nightlyCommand(copies)).toContain('pg_dump --enable-row-security ');
    expect(nightlyCommand(copies)).toContain('--dbname=postgres://vitrine_copy@');
  });

  it('is named by no policy, so that a copy can be restored where it does not exist', async () => {
    const { rows } = await administrator.query('select tablename, roles::text from pg_policies order by 1');
    expect(rows).toEqual([
      { tablename: 'message', roles: '{public}' },
      { tablename: 'outbox', roles: '{public}' },
    ]);
  });
});

/** A store with three messages, of now and of months ago, and a mail for each. */
async function fillAs(databaseUrl: string): Promise<void> {
  const storage = await openStorage({ databaseUrl, dataDir: tmpdir() });
  await migrate(storage);
  const monthMs = 30.44 * 86_400_000;
  for (const [message, months] of Object.entries({ new: 0, '10.5 months': 10.5, '11.5 months': 11.5 }))
    await storeMessages(storage, [aMessage({ message })], Math.round(Date.now() - months * monthMs));
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
