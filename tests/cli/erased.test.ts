import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { createTestStore, type TestStore } from './test-store.ts';

const email = 'ada@example.org';

async function aStore(): Promise<TestStore> {
  const store = await createTestStore();
  onTestFinished(() => store.remove());
  return store;
}

async function holds(folder: string, text: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('vitrine.db'));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
  return files.some((content) => content.includes(text));
}

describe('a mail that a process is sending', () => {
  it('may still arrive, and is not called erased before it left', async () => {
    const store = await aStore();
    const ids = await store.add({ message: { email } }, { message: { email, message: 'Un autre message' } });
    const lease = { lease_owner: 'another process', lease_until: Date.now() + 60_000 };
    await store.open(({ db }) => db.updateTable('outbox').set(lease).execute());
    expect(await store.run('advanced', 'resend', ids[0] ?? '')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('en cours d’envoi'),
    });
    const deleted = await store.run('messages', 'delete', ids[0] ?? '', '--force');
    expect(deleted.stderr).toContain('1 e-mail est en cours d’envoi et peut encore arriver');
    const erased = await store.run('person', 'erase', email, '--force', '--json');
    expect(JSON.parse(erased.stdout)).toMatchObject({ messages: 1, mails: 1, sending: 1 });
    expect(erased.stderr).toContain('peut encore arriver');
  });
});

describe('an older store beside the one in use', () => {
  it.each([
    ['erase', 0, ['--force']],
    ['export', 3, []],
  ])('is named by person %s although nothing is held', async (command, code, options) => {
    const store = await aStore();
    const kept = join(store.dataDir, 'vitrine-avant-2026-01-01T00-00-00.db');
    await writeFile(kept, '');
    const ended = await store.run('person', command, email, ...options);
    expect([ended.code, ended.stderr]).toEqual([
      code,
      expect.stringContaining(`pas été consultée\u00a0: ${kept}`),
    ]);
  });

  it('is removed with its side files by what doctor advises', async () => {
    const store = await aStore();
    const kept = join(store.dataDir, 'vitrine-avant-2026-01-01T00-00-00.db');
    for (const side of ['', '-wal']) await writeFile(kept + side, '', { mode: 0o600 });
    expect((await store.run('doctor')).stdout).toContain(`rm '${kept}' '${kept}-wal'`);
  });
});

/** A store of some 700 kB on a disk of 4 MB on which a few pages can still be written, but no second store. */
async function onTightDisk(): Promise<
  { store: TestStore; dataDir: string; free(): Promise<void> } | undefined
> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-tight-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  if (!mountSmallDisk(dataDir, 4_000_000)) return undefined;
  onTestFinished(() => void execFileSync('umount', [dataDir]));
  const store = await aStore();
  const body = 'MARQUE '.repeat(200);
  await store.add(
    ...Array.from({ length: 300 }, (_, index) => ({ message: { message: `${body}${index}` } })),
  );
  await store.add({ message: { email, message: 'TRACE de cette personne' } });
  await cp(store.dataDir, dataDir, { recursive: true });
  const reserve = join(dataDir, 'reserve');
  await writeFile(reserve, Buffer.alloc(300_000));
  fillDisk(join(dataDir, 'filler'));
  await rm(reserve);
  return { store, dataDir, free: () => rm(join(dataDir, 'filler')) };
}

it('what could be erased but not rewritten is said, counted as trouble, and rewritten by the next call', async (context) => {
  const tight = await onTightDisk();
  if (!tight) return context.skip('no disk of our own here');
  const { store, dataDir, free } = tight;
  const erase = () => store.runWith({ DATA_DIR: dataDir }, 'person', 'erase', email, '--force', '--json');
  const first = await erase();
  expect(first.stderr).not.toContain('rien n’a été changé');
  expect(first.stderr).toMatch(/Effacés.*1 message[\s\S]*n’a pas pu être réécrite \(disque plein\)/);
  expect([first.code, JSON.parse(first.stdout)]).toEqual([
    5,
    { messages: 1, mails: 1, sending: 0, erased: true, tracesLeft: true },
  ]);
  const again = await erase();
  expect([again.code, JSON.parse(again.stdout).tracesLeft]).toEqual([5, true]);
  const retention = await store.runWith({ DATA_DIR: dataDir }, 'advanced', 'retention', '--json');
  expect([retention.code, JSON.parse(retention.stdout).tracesLeft]).toEqual([5, true]);
  await free();
  const last = await erase();
  expect([last.code, JSON.parse(last.stdout).tracesLeft]).toEqual([0, false]);
  expect(await holds(dataDir, 'TRACE')).toBe(false);
});
