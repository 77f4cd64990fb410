import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../support/postgres.ts';
import { createTestStore, type TestStore } from './test-store.ts';

describe.each(['sqlite', 'postgres'] as const)('person (%s)', (engine) => {
  let store: TestStore;
  let ids: string[];

  beforeAll(async () => {
    store = await createTestStore(
      engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined,
    );
    const now = Date.now();
    ids = await store.add(
      { at: now - 3000, message: { email: 'Ada.Unique@Example.org', message: 'Le premier message' } },
      { at: now - 2000, message: { email: 'ada.unique@example.ORG', message: 'Le second message' } },
      { at: now - 1500, message: { email: 'zoe@xn--socit-esab.fr', message: 'Accentué' } },
      { at: now - 1000, message: { email: 'ada.unique@example.org.uk', message: 'D’une autre personne' } },
    );
  });
  afterAll(() => store.remove());

  it('finds an address whose domain has accents, however it is written', async () => {
    for (const address of ['zoe@Société.fr', 'zoe@xn--socit-esab.fr']) {
      const { code, stdout } = await store.run('person', 'export', address);
      expect([code, JSON.parse(stdout).messages]).toEqual([
        0,
        [expect.objectContaining({ message: 'Accentué' })],
      ]);
    }
  });

  it('exports all that is held, whatever the letter case', async () => {
    const { code, stdout } = await store.run('person', 'export', 'ADA.unique@example.org');
    expect(code).toBe(0);
    const held = JSON.parse(stdout);
    expect(held.messages.map(({ message }: { message: string }) => message)).toEqual([
      'Le second message',
      'Le premier message',
    ]);
    expect(held.messages[0].mails).toEqual([expect.objectContaining({ state: 'pending', attempts: 0 })]);
    const file = store.file('ada.json');
    expect((await store.run('person', 'export', 'ada.unique@example.org', '--output', file)).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await store.run('person', 'export', 'personne@example.org')).code).toBe(3);
    expect((await store.run('person', 'export', 'ada')).code).toBe(2);
  });

  it('erases only when confirmed, and then everything, down to the bytes', async () => {
    const address = 'Ada.Unique@Example.org';
    const preview = await store.run('person', 'erase', address, '--dry-run', '--json');
    expect(JSON.parse(preview.stdout)).toEqual({ messages: 2, mails: 2, erased: false });
    expect((await store.run('person', 'erase', address)).code).toBe(4);
    expect((await store.run('person', 'export', address)).code).toBe(0);

    await store.open(({ db }) =>
      db
        .updateTable('outbox')
        .set({ state: 'sent' })
        .where('message_id', '=', ids[0] ?? '')
        .execute(),
    );
    const erased = await store.run('person', 'erase', address, '--force', '--json');
    expect(erased.code).toBe(0);
    expect(erased.stderr).toContain('2 messages, 1 e-mail dans la file et 1 déjà parti.');
    expect(erased.stderr).toContain(engine === 'sqlite' ? 'ni dans son journal' : 'garde encore des traces');
    expect(JSON.parse(erased.stdout)).toEqual({
      messages: 2,
      mails: 2,
      sending: 0,
      erased: true,
      tracesLeft: engine === 'postgres',
    });
    expect((await store.run('person', 'export', address)).code).toBe(3);
    expect((await store.run('person', 'erase', address, '--force')).code).toBe(0);
    const left = await store.open(({ db }) => db.selectFrom('outbox').select('id').execute());
    expect(left).toHaveLength(2);
    if (engine === 'sqlite')
      expect(await bytesOf(store.dataDir)).not.toMatch(
        /ada\.unique@example\.org(?!\.uk)|Le (premier|second) message/i,
      );
    expect(await store.run('person', 'export', 'ada.unique@example.org.uk')).toMatchObject({ code: 0 });
  });
});

it('erases the bytes even while a site has the store open', async () => {
  const store = await createTestStore();
  await store.add({ message: { email: 'ada@example.org', message: 'À effacer pendant que le site tourne' } });
  await store.open(async ({ db, reads }) => {
    await db.selectFrom('message').select('id').execute();
    await reads.selectFrom('message').select('id').execute();
    expect((await store.runApart('person', 'erase', 'ada@example.org', '--force')).code).toBe(0);
    expect(await bytesOf(store.dataDir)).not.toContain('ada@example.org');
  });
  await store.remove();
});

it.each([
  ['person erase', () => ['person', 'erase', 'ada@example.org']],
  ['messages delete', (id: string) => ['messages', 'delete', id]],
])(
  '%s says that bytes stay while someone reads the store, and retention takes them afterwards',
  async (_, words) => {
    const store = await createTestStore();
    const [id = ''] = await store.add({
      message: { email: 'ada@example.org', message: 'Lu par une réplique' },
    });
    const kept = join(store.dataDir, 'vitrine-avant-restauration.db');
    await writeFile(kept, '');
    const reader = new DatabaseSync(join(store.dataDir, 'vitrine.db'));
    reader.exec('begin');
    reader.prepare('select count(*) from message').get();
    const { code, stderr } = await store.run(...words(id), '--force');
    expect(code).toBe(0);
    expect(stderr).toContain('restent dans les fichiers de la base');
    expect(stderr).not.toContain('ni dans son journal');
    expect(stderr).toContain('les sauvegardes');
    expect(stderr).toContain(kept);
    expect(await bytesOf(store.dataDir)).toContain('ada@example.org');
    reader.exec('rollback');
    expect((await store.run('advanced', 'retention')).code).toBe(0);
    expect(await bytesOf(store.dataDir)).not.toContain('ada@example.org');
    reader.close();
    await store.remove();
  },
);

async function bytesOf(folder: string): Promise<string> {
  const files = await readdir(folder);
  const contents = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
  return contents.join('');
}

describe('retention', () => {
  let store: TestStore;
  const year = 366 * 86_400_000;

  beforeAll(async () => {
    store = await createTestStore();
    await store.add(
      { at: Date.now() - year - 1000, message: { message: 'Trop vieux pour rester' } },
      { at: Date.now() - year / 2, message: { message: 'Encore jeune' } },
    );
  });
  afterAll(() => store.remove());

  it('previews, erases, and says what it did', async () => {
    const preview = await store.run('advanced', 'retention', '--dry-run', '--json');
    expect(JSON.parse(preview.stdout)).toMatchObject({
      dryRun: true,
      results: [
        { table: 'message', count: 1 },
        { table: 'page_view', count: 0 },
      ],
    });
    expect(
      JSON.parse((await store.run('advanced', 'retention', '--dry-run', '--json')).stdout).lastRun,
    ).toBeNull();
    expect((await store.run('advanced', 'retention')).stdout).toContain('messages\u00a0: 1 ligne effacée');
    const status = await store.run('advanced', 'retention', '--dry-run');
    expect(status.stdout).toContain('Dernier passage');
    expect(status.stdout).toContain('messages\u00a0: 12 mois');
    const listed = JSON.parse((await store.run('messages', 'list', '--json')).stdout);
    expect(listed.map(({ message }: { message: string }) => message)).toEqual(['Encore jeune']);
  });

  it('says whether the clock is in doubt, as the nightly copy of PostgreSQL looks for it (R10)', async () => {
    const says = async () =>
      /inDoubt.:.false/.test((await store.run('advanced', 'retention', '--dry-run', '--json')).stdout);
    expect(await says()).toBe(true);
    const longAgo = { ran_at: Date.now() - 33 * 86_400_000 };
    await store.open(({ db }) =>
      db.updateTable('task_run').set(longAgo).where('name', '=', 'retention').execute(),
    );
    expect(await says()).toBe(false);
  });
});

describe('outbox', () => {
  let store: TestStore;
  let ids: string[];

  beforeAll(async () => {
    store = await createTestStore();
    ids = await store.add(
      { message: { message: 'Refusé par le serveur' } },
      { message: { message: 'Encore en attente' } },
    );
    await store.open(({ db }) =>
      db
        .updateTable('outbox')
        .set({ state: 'refused', last_error: 'SMTP 550', attempts: 1 })
        .where('message_id', '=', ids[0] ?? '')
        .execute(),
    );
  });
  afterAll(() => store.remove());

  it('tells the same of a mail in the queue, with its message and with its person', async () => {
    const json = async (...words: string[]) => JSON.parse((await store.run(...words)).stdout);
    const { mail } = await json('messages', 'show', ids[0] ?? '', '--json');
    expect(mail).toEqual({
      messageId: ids[0],
      mailId: expect.any(String),
      state: 'refused',
      attempts: 1,
      queuedAt: expect.stringMatching(/Z$/),
      dueAt: expect.stringMatching(/Z$/),
      sentAt: null,
      lastError: 'SMTP 550',
    });
    expect((await json('advanced', 'outbox', '--json')).mails).toContainEqual(mail);
    const { messages } = await json('person', 'export', 'zoe.lefevre@example.org');
    expect(messages.flatMap(({ mails }: { mails: unknown[] }) => mails)).toContainEqual(mail);
  });

  it('shows what waits and what was refused, and puts it back in the queue', async () => {
    const status = await store.run('advanced', 'outbox');
    expect(status.stdout).toContain('En attente\u00a0: 1   Partis\u00a0: 0   Refusés\u00a0: 1');
    expect(status.stdout).toContain('SMTP 550');
    expect(status.stderr).toContain('--all-refused');
    expect(JSON.parse((await store.run('advanced', 'outbox', '--json')).stdout)).toMatchObject({
      configured: false,
      pending: 1,
      refused: 1,
      mails: [{ messageId: ids[1] }, { messageId: ids[0], lastError: 'SMTP 550' }],
    });
    expect((await store.run('advanced', 'resend')).code).toBe(2);
    expect((await store.run('advanced', 'resend', 'ffff')).code).toBe(3);
    expect((await store.run('advanced', 'resend', '--all-refused')).stderr).toContain(
      '1 e-mail remis en file',
    );
    expect((await store.run('advanced', 'resend', '--all-refused')).stderr).toContain('rien à remettre');
    expect(JSON.parse((await store.run('advanced', 'outbox', '--json')).stdout)).toMatchObject({
      pending: 2,
      refused: 0,
    });
  });
});
