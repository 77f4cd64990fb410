import { spawnSync } from 'node:child_process';
import { cp, mkdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { DAY_MS } from '../../src/config/clock.ts';
import { compileCache } from '../support/launched.ts';
import { runHeldBack } from '../support/ordinary-account.ts';
import { createDatabase } from '../support/postgres.ts';
import { fillDisk, smallDisk } from '../support/small-disk.ts';
import { holdLock } from '../support/storage.ts';
import { runHere } from './run-here.ts';
import { createTestStore, testStore } from './test-store.ts';

const store = testStore('each');
const saying = (words: string) => expect.stringContaining(words);

it('a disk behind a link is reported as nearly full, then as full, not as forbidden', async (context) => {
  const disk = await smallDisk(context, 2_000_000);
  const DATA_DIR = store.file('linked');
  await mkdir(DATA_DIR, { mode: 0o700 });
  await symlink(join(disk, 'vitrine.db'), join(DATA_DIR, 'vitrine.db'));
  await cp(store.dataDir, disk, { recursive: true });
  const run = (...words: string[]) => runHere(words, { DATA_DIR });
  expect(await run('doctor')).toMatchObject({ code: 1, stdout: saying('Libérez de la place') });
  fillDisk(join(disk, 'filler'));
  const full = saying(`Le disque de ${disk} est plein`);
  const options = { env: { ...compileCache, DATA_DIR, PORT: '0' }, encoding: 'utf8' } as const;
  const started = spawnSync(process.execPath, ['src/start-server.ts'], options);
  expect(started).toMatchObject({ status: 1, stderr: full });
  const listed = await run('messages', 'list');
  expect(listed).toMatchObject({ code: 5, stderr: full });
  expect(listed.stderr).not.toMatch(/Donnez|I\/O/);
  expect(await run('backup', store.file('b.db'))).toMatchObject({ code: 4, stderr: full });
  expect(await run('doctor')).toMatchObject({ code: 1, stdout: full });
});

it('a full disk of a backup is not taken for the disk of the store, nor for a bad backup', async (context) => {
  const target = await smallDisk(context, 16_000);
  const said = (disk: string) => ({ code: 1, stderr: saying(`Le disque de ${disk} est plein`) });
  expect(await store.run('backup', join(target, 'b.db'))).toMatchObject(said(target));
  // Leaving rows out of the copy needs temporary files, which SQLite would put on the full disk (SQLITE_TMPDIR).
  await store.add({ at: Date.now() - 350 * DAY_MS, message: { message: 'Long. '.repeat(5_000) } });
  await store.run('advanced', 'retention');
  const env = { DATA_DIR: store.dataDir, SQLITE_TMPDIR: target };
  expect(runHeldBack(['src/start-cli.ts', 'backup', store.file('b.db')], { env }).status).toBe(0);
  // The disk has room for the copy of a stopped store, but not for what SQLite writes beside it.
  const copy = store.file('copy.db');
  await cp(join(store.dataDir, 'vitrine.db'), copy);
  const disk = await smallDisk(context, (await stat(copy)).size + 8_192);
  const restored = await runHere(['restore', copy, '--force'], { DATA_DIR: disk });
  expect(restored).toMatchObject(said(disk));
});

it('a disk is reported as full when a migration finds no space, and the store stays as it was', async (context) => {
  const DATA_DIR = await smallDisk(context, 80_000);
  const stderr = expect.stringMatching(/^Le disque .*est plein.*\n$/);
  expect(await runHere(['advanced', 'migrate'], { DATA_DIR })).toMatchObject({ code: 5, stderr });
  const { stdout } = await runHere(['advanced', 'migrate', '--dry-run'], { DATA_DIR });
  expect(stdout).toMatch(/^! 0001-schema/);
});

it.each(['sqlite', 'postgres'])(
  'R21: says how to find the program that has a lock (%s)',
  async (engine) => {
    const databaseUrl = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
    const locked = await createTestStore(databaseUrl);
    onTestFinished(() => locked.remove());
    const [id = ''] = await locked.add({});
    let blocker: RegExp;
    if (databaseUrl) {
      const editor = new Client({ connectionString: databaseUrl, application_name: 'psql' });
      await editor.connect();
      onTestFinished(() => editor.end());
      await editor.query('begin; lock table message in exclusive mode');
      blocker = /base PostgreSQL\. Pour savoir lequel.*pg_stat_activity/;
    } else {
      onTestFinished(holdLock({ dataDir: locked.dataDir }));
      blocker = /vitrine\.db\. Pour savoir lequel.*fuser -v .*vitrine\.db/;
    }
    const commands = [['messages', 'delete', id, '--force'], ['advanced', 'retention'], ['doctor']];
    const results = await Promise.all(commands.map((words) => locked.run(...words)));
    expect(results.map(({ code }) => code)).toEqual([5, 5, 1]);
    for (const { stdout, stderr } of results) expect(stdout + stderr).toMatch(blocker);
  },
  60_000,
);
