import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { fillDisk, smallDisk } from '../support/small-disk.ts';
import { expectSession } from './session.ts';
import { testStore } from './test-store.ts';

it('P5, P6: data of one person are found and erased as in the approved session', () =>
  expectSession('person.txt'));

const EMAIL = 'ada@example.org';
const ERASE = ['person', 'erase', EMAIL, '--force'];

const store = testStore('each');

async function bytesOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('vitrine.db'));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('');
}

it('erase says that bytes stay while someone reads, and retention takes them afterwards', async () => {
  await store.add({ message: { email: EMAIL } });
  const kept = join(store.dataDir, 'vitrine-avant-restauration.db');
  await writeFile(kept, '');
  using reader = new DatabaseSync(join(store.dataDir, 'vitrine.db'));
  reader.exec('begin');
  reader.prepare('select count(*) from message').get();
  const { code, stderr } = await store.run(...ERASE);
  expect(code).toBe(0);
  for (const said of ['restent dans les fichiers de la base', 'les sauvegardes', kept])
    expect(stderr).toContain(said);
  expect(stderr).not.toContain('ni dans son journal');
  expect(await bytesOf(store.dataDir)).toContain(EMAIL);
  reader.exec('rollback');
  expect((await store.run('advanced', 'retention')).code).toBe(0);
  expect(await bytesOf(store.dataDir)).not.toContain(EMAIL);
});

it('erased rows that cannot be overwritten are reported, an error, and go with the next call', async (context) => {
  const many = Array.from({ length: 300 }, (_, index) => 'MARQUE '.repeat(200) + index);
  await store.add(...many.map((message) => ({ message: { message } })));
  await store.add({ message: { email: EMAIL, message: 'TRACE de cette personne' } });
  // The disk has room for some more pages of the store (about 700 kB), but not for a second store.
  const dataDir = await smallDisk(context, 4_000_000);
  await cp(store.dataDir, dataDir, { recursive: true });
  const reserve = join(dataDir, 'reserve');
  await writeFile(reserve, Buffer.alloc(300_000));
  fillDisk(join(dataDir, 'filler'));
  await rm(reserve);
  const run = (words: string[]) => store.runWith({ DATA_DIR: dataDir }, ...words);
  const first = await run(ERASE);
  expect(first.code).toBe(5);
  expect(first.stderr).not.toContain('rien n’a été changé');
  expect(first.stderr).toMatch(
    /Effacés.*1 message[\s\S]*n’a pas pu être réécrite[\s\S]*La cause\u00a0: Le disque de .* est plein/,
  );
  for (const words of [ERASE, ['advanced', 'retention']]) {
    const stderr = expect.stringContaining('n’a pas pu être réécrite');
    expect(await run(words)).toMatchObject({ code: 5, stderr });
  }
  await rm(join(dataDir, 'filler'));
  expect((await run(ERASE)).code).toBe(3);
  expect(await bytesOf(dataDir)).not.toContain('TRACE');
});
