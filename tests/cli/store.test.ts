import { execFileSync, spawnSync } from 'node:child_process';
import {
  chown,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { isDamage } from '../../src/cli/backup.server.ts';
import { DAY_MS } from '../../src/config/clock.ts';
import { compileCache } from '../support/launched.ts';
import { testStore } from './test-store.ts';

const store = testStore('each');
beforeEach(() => store.add({ at: Date.now() - 2000, message: { message: 'Dans la sauvegarde' } }));

async function contentOf(folder: string): Promise<[string, Buffer][]> {
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))]));
}

const shell = (line: string) =>
  spawnSync('/bin/sh', ['-c', line.replaceAll('$cli', `${process.execPath} src/start-cli.ts`)], {
    encoding: 'utf8',
    env: { ...process.env, ...compileCache, DATA_DIR: store.dataDir },
  });

it('a command finishes although nobody reads its notes any more', async () => {
  const [file, code] = [store.file('b.db'), store.file('code')];
  shell(`{ $cli backup ${file}; echo $? > ${code}; } 2>&1 | read -r line`);
  expect(await readFile(code, 'utf8')).toBe('0\n');
  expect((await readdir(store.file('.'))).sort()).toEqual(['b.db', 'code', 'data']);
});

it('a command explains that the disk is full under what it prints, and does not deny what it did', () => {
  const { status, stderr } = shell('$cli advanced retention > /dev/full');
  expect(status).toBe(1);
  expect(stderr.match(/Le résultat n’a pas pu être écrit/g)).toHaveLength(1);
  expect(stderr).not.toContain('rien n’a été changé');
});

it('backup copies while the site serves, and restore gives it back when it is stopped', async () => {
  const file = store.file('vitrine.backup');
  const saved = await store.whileInUse(() => store.run('backup', file));
  expect(saved).toMatchObject({ code: 0, stdout: '' });
  expect(saved.stderr).toContain('1 message');
  expect(saved.stderr).not.toContain('laisse de côté');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await store.add({ message: { message: 'Après la sauvegarde' } });

  const inUse = await store.whileInUse(() => store.run('restore', file, '--force'));
  expect(inUse.code).toBe(4);
  expect(inUse.stderr).toMatch(/vitrine\.db\. Arrêtez le site/);
  expect((await store.run('restore', file)).code).toBe(4);
  const before = await contentOf(store.dataDir);
  const unchanged = expect.stringMatching(
    /1 message, le plus récent \d.*\(2 messages, le plus récent \d.* quitte la liste.*rien n’a été changé/s,
  );
  const dry = await store.run('restore', file, '--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: unchanged });
  expect(await contentOf(store.dataDir)).toEqual(before);
  const preview = await store.whileInUse(() => store.run('restore', file, '--dry-run'));
  expect(preview).toMatchObject({ code: 0, stderr: expect.stringContaining('1 message') });
  expect(await store.texts()).toEqual(['Après la sauvegarde', 'Dans la sauvegarde']);

  const restored = await store.run('restore', file, '--force');
  expect(restored.code).toBe(0);
  expect(await store.texts()).toEqual(['Dans la sauvegarde']);
  const kept = (await readdir(store.dataDir)).filter((name) => name.startsWith('vitrine-avant-'));
  expect(kept).toHaveLength(1);
  expect(restored.stderr).toContain(kept[0]);
  expect(await readFile(`${store.dataDir}/${kept[0]}`, 'utf8')).toContain('Après la sauvegarde');
  const doctor = await store.runWith({ DATA_DIR: `${store.dataDir}/` }, 'doctor');
  expect(doctor.stdout.split(kept[0] ?? ''), 'named once').toHaveLength(2);
});

it('R24: a copy leaves on standard output and comes back on standard input, through the rights of the shell', async () => {
  const file = store.file('b.db');
  expect(shell(`$cli backup - > ${file}`).status).toBe(0);
  await store.add({ message: { message: 'Après la sauvegarde' } });
  const restored = shell(`$cli restore - --force < ${file}`);
  expect([restored.status, await store.texts()]).toEqual([0, ['Dans la sauvegarde']]);
  expect(await readdir(store.file('.'))).toEqual(['b.db', 'data']);
});

it('R24: what root restores or replaces stays the site’s own', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root gives files away');
  const [file, kept] = [store.file('b.db'), join(store.dataDir, 'vitrine.db')];
  await store.run('backup', file);
  for (const path of [kept, file]) await chown(path, 12_345, 23_456);
  const owner = async (path: string) => ((entry) => [entry.uid, entry.gid])(await stat(path));
  await store.run('backup', file, '--force');
  await store.run('restore', file, '--force');
  await chown(store.dataDir, 12_345, 23_456);
  await rm(kept);
  await store.run('advanced', 'migrate');
  expect(await owner(kept), 'made anew').toEqual([12_345, 23_456]);
  await rm(kept);
  for (const path of [file, kept]) {
    // A copy made by root belongs to root.
    if (path === kept) await chown(file, 0, 0);
    if (path === kept) await store.run('restore', file, '--force');
    expect(await owner(path), path).toEqual([12_345, 23_456]);
  }
});

it('restore takes a copy that was made by hand, with its log', async () => {
  const [copy, DATA_DIR] = [store.file('vitrine.db'), store.file('moved')];
  await store.whileInUse(async () => {
    await store.add({ message: { fullname: 'Dernière Venue' } });
    for (const side of ['', '-wal']) await copyFile(join(store.dataDir, `vitrine.db${side}`), copy + side);
  });
  expect((await store.runWith({ DATA_DIR }, 'restore', copy, '--force')).code).toBe(0);
  expect((await stat(DATA_DIR)).mode & 0o777).toBe(0o700);
  expect((await store.runWith({ DATA_DIR }, 'messages', 'list')).stdout).toContain('Dernière Venue');
});

it('restore puts it where a link leads, and names what is to be removed there', async () => {
  const [link, target] = [join(store.dataDir, 'vitrine.db'), store.file('elsewhere/the-store')];
  await mkdir(store.file('elsewhere'));
  await rename(link, target);
  await symlink(target, link);
  // Restores left these: one before the store became a link, one by an earlier version, which renamed the link.
  const [before, renamed] = ['2025', '2026'].map((year) => join(store.dataDir, `vitrine-avant-${year}.db`));
  await writeFile(before ?? '', '');
  await writeFile(store.file('elsewhere/older'), '');
  await symlink(store.file('elsewhere/older'), renamed ?? '');
  const file = store.file('b.db');
  expect((await store.run('backup', link, '--force')).code).toBe(4);
  expect((await store.run('backup', file)).code).toBe(0);
  await store.add({ message: { message: 'Après la sauvegarde' } });
  expect((await store.run('restore', file, '--force')).code).toBe(0);
  expect(await store.texts()).toEqual(['Dans la sauvegarde']);
  expect(await readlink(link)).toBe(target);
  const kept = (await readdir(store.file('elsewhere'))).find((name) => name.startsWith('vitrine-avant-'));
  const keptFile = store.file(`elsewhere/${kept}`);
  expect(await readFile(keptFile, 'utf8')).toContain('Après la sauvegarde');
  const { stdout } = await store.run('doctor');
  for (const file of [keptFile, before, store.file('elsewhere/older')]) expect(stdout).toContain(file);
});

it('backup leaves out of the copy alone what becomes too old while it is kept (DATA-1)', async () => {
  const monthsAgo = (months: number) => Date.now() - months * 30.44 * DAY_MS;
  await store.add(
    { at: monthsAgo(10.5), message: { message: 'Dix mois et demi' } },
    { at: monthsAgo(11.5), message: { message: 'Onze mois et demi', email: 'onze@example.org' } },
  );
  const day = new Date(monthsAgo(24.5)).toISOString().slice(0, 10);
  const view = { day, path: '/', referrer: '', device: 'phone' as const, views: 1 };
  await store.open(({ db }) => db.insertInto('page_view').values(view).execute());
  const file = store.file('b.db');
  const { stderr } = await store.run('backup', file);
  for (const said of ['2 messages', 'La copie laisse de côté 2 données']) expect(stderr).toContain(said);
  expect(await store.texts()).toEqual(['Dans la sauvegarde', 'Dix mois et demi', 'Onze mois et demi']);
  using db = new DatabaseSync(file, { readOnly: true });
  const copied = db.prepare('select body from message order by received_at desc').all();
  expect(copied.map(({ body }) => body)).toEqual(['Dans la sauvegarde', 'Dix mois et demi']);
  expect(db.prepare('select count(*) as count from outbox').get()).toEqual({ count: 2 });
  const bytes = await readFile(file, 'latin1');
  expect(bytes).toContain('Dix mois et demi');
  expect(bytes).not.toMatch(/Onze mois et demi|onze@example\.org/i);
  expect((await readdir(store.file('.'))).sort()).toEqual(['b.db', 'data']);
});

it('backup with a clock that jumped forward leaves nothing out, and ends with 4 even if it fails (R10)', async () => {
  await store.add({ at: Date.now() - 350 * DAY_MS, message: { message: 'Presque un an' } });
  const [file, nowhere] = [store.file('b.db'), store.file('absent/b.db')];
  expect((await store.run('backup', nowhere)).code).toBe(3);
  await store.lastRetention(Date.now() - 41 * DAY_MS);
  const failed = await store.run('backup', nowhere);
  expect(failed.code).toBe(4);
  for (const said of [store.file('absent'), 'Gardez les copies plus anciennes'])
    expect(failed.stderr).toContain(said);
  const { code, stderr } = await store.run('backup', file);
  expect(code).toBe(4);
  for (const said of ['2 messages', 'L’horloge de la machine']) expect(stderr).toContain(said);
  expect(await readFile(file, 'latin1')).toContain('Presque un an');
  await store.run('advanced', 'retention', '--force');
  expect((await store.run('backup', file, '--force')).code).toBe(0);
  expect(await readFile(file, 'latin1')).not.toContain('Presque un an');
});

const noDatabase = (file: string) => writeFile(file, 'x'.repeat(20_000));
const scribbledPage = async (file: string) => {
  const bytes = await readFile(file);
  const page = Math.floor(bytes.indexOf('Dans la sauvegarde') / 4096) * 4096;
  await writeFile(file, bytes.fill(7, page, page + 4096));
};
const lostRow = (file: string) => {
  using db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  db.exec('delete from message');
};

it.each([
  ['is no database', noDatabase],
  ['has a page scribbled over', scribbledPage],
  ['has lost a row', lostRow],
])('backup ends with 4 when the store %s: older copies are all there is', async (_what, damage) => {
  await damage(`${store.dataDir}/vitrine.db`);
  const { code, stderr } = await store.run('backup', store.file('b.db'));
  expect(code).toBe(4);
  for (const said of ['abîmée', 'Gardez les copies plus anciennes']) expect(stderr).toContain(said);
  expect(await readdir(store.file('.'))).toEqual(['data']);
});

it('older copies are all there is too when the disk gives the store no more', () => {
  const failed = (errcode: number) => isDamage(Object.assign(new Error('disk I/O error'), { errcode }));
  // The codes are SQLITE_IOERR_READ and that of a locked store.
  expect([266, 5].map(failed)).toEqual([true, false]);
});

it('backup never replaces a file unasked, and names it relative to where the operator is', async () => {
  const env = { INIT_CWD: store.file('.') };
  const file = store.file('b.db');
  await writeFile(file, 'précieux');
  expect((await store.runWith(env, 'backup', 'b.db')).code).toBe(4);
  expect(await readFile(file, 'utf8')).toBe('précieux');
  expect((await store.runWith(env, 'backup', 'b.db', '--force')).code).toBe(0);
  expect((await readdir(store.file('.'))).sort()).toEqual(['b.db', 'data']);
});

it('no command replaces anything but files, even when it may replace', async () => {
  const [pipe, folder] = [store.file('pipe'), store.file('folder')];
  execFileSync('mkfifo', [pipe]);
  await mkdir(folder);
  for (const target of [pipe, folder]) {
    const stderr = expect.stringContaining(`${target} n’est pas un fichier`);
    for (const words of [['backup'], ['profile', 'export']])
      expect(await store.run(...words, target, '--force')).toMatchObject({ code: 4, stderr });
    expect(await store.run('restore', target, '--force')).toMatchObject({ code: 1, stderr });
  }
  expect((await stat(pipe)).isFIFO()).toBe(true);
  expect((await readdir(store.file('.'))).sort()).toEqual(['data', 'folder', 'pipe']);
});

it('no command replaces a file of the store', async () => {
  await symlink(store.dataDir, store.file('link'));
  const before = await readFile(join(store.dataDir, 'vitrine.db'));
  for (const side of ['', '-wal', '-shm', '-journal']) {
    const target = store.file(`link/vitrine.db${side}`);
    const stderr = expect.stringContaining(`${target} est un fichier de la base elle-même`);
    expect(await store.run('backup', target, '--force')).toMatchObject({ code: 4, stderr });
  }
  expect(await readFile(join(store.dataDir, 'vitrine.db'))).toEqual(before);
});

it('restore refuses what is no sound backup, and leaves the store as it was', async () => {
  const file = store.file('b.db');
  expect((await store.run('restore', file, '--force')).code).toBe(3);
  await store.run('backup', file);
  const bytes = await readFile(file);
  const scribbled = Buffer.from(bytes).fill(7, 8192, 24_576);
  for (const content of ['ceci n’est pas une base', bytes.subarray(0, bytes.length / 2), scribbled]) {
    await writeFile(file, content);
    const stderr = expect.stringContaining('Rien n’a été changé');
    expect(await store.run('restore', file, '--force')).toMatchObject({ code: 1, stderr });
  }
  expect((await readdir(store.dataDir)).filter((name) => /avant|restoring/.test(name))).toEqual([]);
  expect(await store.texts()).toEqual(['Dans la sauvegarde']);
});

const fromTheFuture = (file: string) => {
  using db = new DatabaseSync(file);
  db.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')");
};

it('lists the migrations of a newer version, restores over its store, but not its backup', async () => {
  const file = store.file('b.db');
  await store.run('backup', file);
  fromTheFuture(`${store.dataDir}/vitrine.db`);
  const newer = expect.stringContaining('version plus récente');
  expect(await store.run('messages', 'list')).toMatchObject({ code: 5, stderr: newer });
  expect(await store.run('doctor')).toMatchObject({ code: 1, stdout: newer });
  const { code, stdout } = await store.run('advanced', 'migrate', '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^✗ 9999-later {2}inconnue/m);
  expect((await store.run('restore', file, '--force')).code).toBe(0);
  expect(await store.texts()).toEqual(['Dans la sauvegarde']);
  fromTheFuture(file);
  expect(await store.run('restore', file, '--force')).toMatchObject({ code: 1, stderr: newer });
});

it('a store or a backup from before the baseline is refused, with the way out', async () => {
  const file = store.file('b.db');
  await store.run('backup', file);
  for (const older of [`${store.dataDir}/vitrine.db`, file]) {
    using db = new DatabaseSync(older);
    db.exec("update kysely_migration set name = '0001-initial' where name = '0001-schema'");
  }
  const said = expect.stringMatching(/^.*trop ancienne.*docs\/operations\/upgrade\.md.*\n$/);
  const DATA_DIR = store.file('empty');
  const refused = await store.runWith({ DATA_DIR }, 'restore', file, '--force');
  expect(refused).toMatchObject({ code: 5, stderr: said });
  for (const command of ['messages list', 'advanced migrate', 'advanced migrate --dry-run'])
    expect(await store.run(...command.split(' ')), command).toMatchObject({ code: 5, stderr: said });
  expect((await store.run('doctor')).stdout).toContain('trop ancienne');
});
