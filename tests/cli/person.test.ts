import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { fillDisk, smallDisk } from '../support/small-disk.ts';
import { runHere } from './run-here.ts';
import { testStore } from './test-store.ts';

const EMAIL = 'ada@example.org';
const ERASE = ['person', 'erase', EMAIL, '--force'];

const store = testStore('each');

/** Stores two messages of one person, and one of another with nearly the same address. */
const addTwoOfAda = () =>
  store.add(
    { at: Date.now() - 3000, message: { email: 'Ada@Example.org', message: 'Le premier message' } },
    { at: Date.now() - 2000, message: { email: 'ada@example.ORG', message: 'Le second message' } },
    { message: { email: 'ada@example.org.uk', message: 'D’une autre personne' } },
  );

async function bytesOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('vitrine.db'));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join('');
}

it('erase takes everything once it is confirmed, down to the bytes', async () => {
  await addTwoOfAda();
  const unconfirmed = await store.run('person', 'erase', 'ADA@example.org');
  expect(unconfirmed).toMatchObject({ code: 4, stderr: expect.stringContaining('a 2 messages.') });
  expect((await store.run('person', 'export', EMAIL)).code).toBe(0);

  await store.open(({ db }) => {
    const first = db.selectFrom('message').select('id').where('body', 'like', '%premier%');
    return db.updateTable('outbox').set({ state: 'sent' }).where('message_id', 'in', first).execute();
  });
  const { code, stderr } = await store.run(...ERASE);
  expect(code).toBe(0);
  expect(stderr).toContain('ni dans son journal');
  expect(stderr).toMatch(/^Effacés.*: 2 messages, 1 e-mail de la file\.$/m);
  expect(await bytesOf(store.dataDir)).not.toMatch(/ada@example\.org(?!\.uk)|Le (premier|second) message/i);
  expect((await store.run('person', 'export', EMAIL)).code).toBe(3);
  expect((await store.run(...ERASE)).code).toBe(3);
  expect((await store.run('person', 'export', 'ada@example.org.uk')).code).toBe(0);
});

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

it('P5: understands an address in every form in which people copy it, or refuses it', async () => {
  await store.add({ message: { email: EMAIL } }, { message: { email: 'zoe@xn--socit-esab.fr' } });
  for (const form of [
    '\u202aADA@example.org\u202c',
    'Ada Exemple <ada@example.org>',
    'mailto:ada%40example.org?subject=Bonjour',
    ' <ada@example.org>\u200b',
    'ad\u200ba@example.org',
    'zoe@Société.fr',
    'zoe@xn--socit-esab.fr',
  ])
    expect((await store.run('person', 'export', form)).code, form).toBe(0);
  for (const form of ['ada@example', 'ada@exam ple.org', `${EMAIL}, b@example.org`])
    expect((await store.run('person', 'erase', form, '--force')).code, form).toBe(2);
  expect((await store.run('person', 'export', 'mailto:100%@example.org')).code).toBe(3);
  const copied = ['person', 'erase', `Ada <${EMAIL}>`, '--force'];
  expect((await store.run(...copied)).code).toBe(0);
  const stderr = expect.not.stringContaining('aucun octet');
  expect(await store.run(...copied)).toMatchObject({ code: 3, stderr });
});

it('P6: asks for the address, so that no history and no list of processes holds it', async () => {
  await store.add({ message: { email: '-ada@example.org' } });
  const location = { DATA_DIR: store.dataDir };
  for (const words of [['export'], ['erase', '--force']])
    expect(await runHere(['person', ...words], location, '-ada@example.org\n')).toMatchObject({ code: 0 });
  expect((await runHere(['person', 'export'], location, '')).code).toBe(2);
  const stderr = expect.stringContaining('la commande la demande');
  expect(await store.run('person', 'erase', '-ada@example.org')).toMatchObject({ code: 2, stderr });
});

it('P5: refuses an argument that is not UTF-8', async () => {
  const stderr = expect.stringContaining('UTF-8');
  expect(await store.run('person', 'erase', 'caf\ufffd@example.org')).toMatchObject({ code: 2, stderr });
});

it('says of a mail that a process is sending that it may still arrive', async () => {
  await store.add({ message: { email: EMAIL } });
  const lease = { lease_owner: 'another process', lease_until: Date.now() + 60_000 };
  await store.open(({ db }) => db.updateTable('outbox').set(lease).execute());
  const { stderr } = await store.run(...ERASE);
  expect(stderr).toContain('1 e-mail est en cours d’envoi et peut encore arriver');
});

it.each([ERASE, ['person', 'export', EMAIL]])('names an older store at least: %s %s', async (...words) => {
  const kept = join(store.dataDir, 'vitrine-avant-2026-01-01T00-00-00.db');
  await writeFile(kept, '');
  const stderr = expect.stringContaining(`plus besoin\u00a0: ${kept}`);
  expect(await store.run(...words)).toMatchObject({ code: 3, stderr });
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
