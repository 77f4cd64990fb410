import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../support/postgres.ts';
import { createTestStore, type TestStore } from './test-store.ts';

const hour = 3_600_000;
const hostile = 'Mallory\u001b[31m\u009b2J\u202e=x';

describe.each(['sqlite', 'postgres'] as const)('messages (%s)', (engine) => {
  let store: TestStore;
  let ids: string[];

  beforeAll(async () => {
    store = await createTestStore(
      engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined,
    );
    const now = Date.now();
    ids = await store.add(
      {
        at: now - 5 * hour,
        message: { fullname: 'Ada Lovelace', message: 'Une boutique de thés, «\u00a0bio\u00a0»' },
      },
      {
        at: now - 4 * hour,
        message: {
          fullname: hostile,
          email: 'm@example.org',
          message: `=1+1\n${hostile}`,
          suspectReasons: ['markup'],
        },
      },
      { at: now - 3 * hour, message: { fullname: '李小龍', email: 'Lee@Example.org', phone: '' } },
    );
  });
  afterAll(() => store.remove());

  it('lists newest first, as an array of stable shape', async () => {
    const { code, stdout, stderr } = await store.run('messages', 'list', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const listed = JSON.parse(stdout);
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    expect(listed[1]).toEqual({
      id: ids[1],
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      status: 'new',
      suspect: true,
      suspectReasons: ['markup'],
      origin: 'api',
      fullname: hostile,
      email: 'm@example.org',
      phone: '+33 6 12 34 56 78',
      subject: 'Projet web à discuter',
      message: `=1+1\n${hostile}`,
      note: '',
    });
  });

  it.each([
    ['messages', 'list'],
    ['messages', 'list', '--json'],
    ['messages', 'search', 'mallory'],
    ['messages', 'export', '--csv'],
    ['messages', 'export'],
    ['person', 'export', 'm@example.org'],
  ])('lets no character through that a terminal obeys: %s %s %s', async (...words) => {
    const { stdout } = await store.run(...words);
    expect(stdout).toContain('Mallory');
    expect(stdout).not.toMatch(words.includes('--csv') ? /[^\P{Cc}\r\n]/u : /[^\P{Cc}\n]|[\u202a-\u202e]/u);
  });

  it('shows one message by the beginning of its identifier, and refuses what is unknown or ambiguous', async () => {
    const shown = await store.run('messages', 'show', ids[1]?.slice(0, 13) ?? '');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('Mallory␛[31m�2J�=x');
    expect(shown.stdout).toContain('des balises de lien');
    expect(shown.stdout).toContain('en attente');
    const json = await store.run('messages', 'show', ids[0] ?? '', '--json');
    expect(JSON.parse(json.stdout).mail).toMatchObject({ state: 'pending', attempts: 0, sentAt: null });
    const unknown = await store.run('messages', 'show', 'ffff');
    expect(unknown).toMatchObject({ code: 3, stdout: '' });
    expect(unknown.stderr).toContain('messages list');
    const ambiguous = await store.run('messages', 'show', '0');
    expect(ambiguous.code).toBe(3);
    for (const id of ids) expect(ambiguous.stderr).toContain(id);
  });

  it('says when the limit left some out', async () => {
    const two = await store.run('messages', 'list', '--json', '--limit', '2');
    expect(JSON.parse(two.stdout).map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
    expect(two.stderr).toContain('ajoutez --limit');
    expect((await store.run('messages', 'list', '--limit', '3')).stderr).toBe('3 messages.\n');
  });

  it('filters and searches whatever the case and accents', async () => {
    const found = await store.run('messages', 'search', 'BOUTIQUE', 'thes', '--json');
    expect(JSON.parse(found.stdout)).toHaveLength(1);
    expect((await store.run('messages', 'list', '--suspect')).stderr).toBe('1 message.\n');
    const suspect = await store.run('messages', 'list', '--suspect', '--json');
    expect(JSON.parse(suspect.stdout)).toHaveLength(1);
    expect(await store.run('messages', 'search', 'introuvable')).toMatchObject({ code: 0, stdout: '' });
    expect(await store.run('messages', 'search', ' ')).toMatchObject({ code: 2, stdout: '' });
  });

  it('exports CSV that a spreadsheet takes for text, and JSON, as files nobody else may read', async () => {
    const csv = store.file(`${engine}.csv`);
    // One that was put there before would keep its mode, or lead elsewhere.
    await writeFile(`${csv}.${process.pid}.partial`, '', { mode: 0o644 });
    expect(await store.run('messages', 'export', '--output', csv)).toMatchObject({
      code: 0,
      stdout: '',
    });
    const text = await readFile(csv, 'utf8');
    expect(text.startsWith('\ufeff"identifiant","recu_le",')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(5);
    expect(text).toContain(`"'=1+1\n`);
    expect(text).toContain(`"'+33 6 12 34 56 78"`);
    expect((await stat(csv)).mode & 0o777).toBe(0o600);
    const again = await store.run('messages', 'export', '--output', csv);
    expect(again.code).toBe(4);
    expect(again.stderr).toContain('--force');
    const json = await store.run('messages', 'export');
    expect(JSON.parse(json.stdout)).toHaveLength(3);
    expect(await store.run('messages', 'export', '--output', '-')).toEqual(json);
    for (const [name, begin, ...more] of [
      ['ending.csv', '\ufeff"identifiant"'],
      ['ENDING.CSV', '\ufeff"identifiant"'],
      ['ending.json', '[\n{"id"'],
      ['ending.txt', '[\n{"id"'],
      ['csv', '[\n{"id"'],
      ['other.json', '\ufeff"identifiant","recu_le"', '--csv'],
      ['other.txt', '\ufeff"identifiant";"recu_le"', '--semicolon'],
    ] as const) {
      const file = store.file(`${engine}-${name}`);
      expect((await store.run('messages', 'export', '--output', file, ...more)).code, name).toBe(0);
      expect((await readFile(file, 'utf8')).startsWith(begin), name).toBe(true);
    }
    const none = await store.run('messages', 'export', '--status', 'traité');
    expect(JSON.parse(none.stdout)).toEqual([]);
  });

  it('marks, takes notes, resends, and deletes only when confirmed', async () => {
    const id = ids[2] ?? '';
    const shown = async () => JSON.parse((await store.run('messages', 'show', id, '--json')).stdout);
    expect((await store.run('messages', 'mark', id, 'Traite')).code).toBe(0);
    expect(await shown()).toMatchObject({ status: 'done', note: '' });
    expect((await store.run('messages', 'mark', id, 'vu')).code).toBe(2);
    expect((await store.run('messages', 'note', id, " Rappelé le 3,\nl'après-midi ")).code).toBe(0);
    expect(await shown()).toMatchObject({ note: "Rappelé le 3, l'après-midi" });
    for (const words of [['list'], ['show', id], ['export', '--csv'], ['search', 'rappele']])
      expect((await store.run('messages', ...words)).stdout).toContain('Rappelé le 3');
    expect((await store.run('messages', 'export', '--csv')).stdout).toContain('"traité"');
    expect((await store.run('messages', 'note', id, 'x'.repeat(1_001))).code).toBe(2);
    expect((await store.run('messages', 'note', id, '')).stderr).toContain('retirée');
    expect(await shown()).toMatchObject({ note: '' });
    expect((await store.run('advanced', 'resend', id)).code).toBe(0);
    await store.open(({ db }) =>
      db.updateTable('outbox').set({ state: 'sent' }).where('message_id', '=', id).execute(),
    );
    const sent = await store.run('advanced', 'resend', id);
    expect(sent.code).toBe(4);
    expect(sent.stderr).toContain('parti');
    const dry = await store.run('messages', 'delete', id, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: '' });
    expect(dry.stderr).toContain('serait effacé');
    expect(dry.stderr).toContain('boîte du studio');
    const unconfirmed = await store.run('messages', 'delete', id);
    expect(unconfirmed.code).toBe(4);
    expect(unconfirmed.stderr).toContain('--force');
    expect(unconfirmed.stderr).toContain('boîte du studio');
    expect((await store.run('messages', 'show', id)).code).toBe(0);
    expect((await store.run('messages', 'delete', id, '--force')).code).toBe(0);
    expect((await store.run('messages', 'show', id)).code).toBe(3);
  });
});

it('exports many messages without a gap, and leaves nothing behind when it fails', async () => {
  const store = await createTestStore();
  const now = Date.now();
  await store.add(
    ...Array.from({ length: 450 }, (_, index) => ({
      at: now + index,
      message: { message: `Message n° ${index}` },
    })),
  );
  const { stdout } = await store.run('messages', 'export');
  const numbers = JSON.parse(stdout).map(({ message }: { message: string }) => Number(message.slice(11)));
  expect(numbers).toEqual(Array.from({ length: 450 }, (_, index) => 449 - index));
  const folder = store.file('absent/messages.csv');
  const failed = await store.run('messages', 'export', '--output', folder);
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${store.file('absent')} n’existe pas`),
  });
  await writeFile(store.file('plain'), '');
  const nested = await store.run('messages', 'export', '--output', store.file('plain/x.csv'));
  expect(nested.code).not.toBe(0);
  await store.remove();
});
