import { readFile, stat, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { testStore } from './test-store.ts';

const HOUR_MS = 3_600_000;
const hostile = 'Mallory\u001b[31m\u009b2J\u202e=x';

const store = testStore('all');
let ids: string[];

beforeAll(async () => {
  const now = Date.now();
  ids = await store.add(
    {
      at: now - 5 * HOUR_MS,
      message: { fullname: 'Ada Lovelace', message: 'Une boutique de thés, «\u00a0bio\u00a0»' },
    },
    {
      at: now - 4 * HOUR_MS,
      message: {
        ...{ fullname: hostile, email: 'm@example.org', message: `=1+1\n${hostile}` },
        suspectReasons: ['markup'],
      },
    },
    { at: now - 3 * HOUR_MS, message: { fullname: '李小龍', email: 'Lee@Example.org', phone: '' } },
  );
});

const messages = (...words: string[]) => store.run('messages', ...words);
const json = async (...words: string[]) => JSON.parse((await messages(...words)).stdout);

it('lists newest first, as an array of stable shape', async () => {
  const listed = await json('list', '--json');
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
  'messages list',
  'messages list --json',
  'messages search mallory',
  'messages export --csv',
  'messages export',
  'person export m@example.org',
])('lets no character through that a terminal obeys: %s', async (command) => {
  const { stdout } = await store.run(...command.split(' '));
  expect(stdout).toContain('Mallory');
  expect(stdout).not.toMatch(command.includes('--csv') ? /[^\P{Cc}\r\n]/u : /[^\P{Cc}\n]|[\u202a-\u202e]/u);
});

it('shows one message by the beginning of its identifier, and refuses what is unknown or ambiguous', async () => {
  const { code, stdout } = await messages('show', ids[1]?.slice(0, 13) ?? '');
  expect(code).toBe(0);
  for (const words of ['Mallory␛[31m�2J�=x', 'des balises de lien', 'en attente'])
    expect(stdout).toContain(words);
  const { mail } = await json('show', ids[0] ?? '', '--json');
  expect(mail).toEqual({
    messageId: ids[0],
    mailId: expect.any(String),
    state: 'pending',
    attempts: 0,
    queuedAt: expect.stringMatching(/Z$/),
    dueAt: expect.stringMatching(/Z$/),
    sentAt: null,
    lastError: null,
  });
  const stderr = expect.stringContaining('messages list');
  expect(await messages('show', 'ffff')).toMatchObject({ code: 3, stdout: '', stderr });
  const ambiguous = await messages('show', '0');
  expect(ambiguous.code).toBe(3);
  for (const id of ids) expect(ambiguous.stderr).toContain(id);
});

it.each([
  ['list --limit 2', 2, 'ajoutez --limit'],
  ['list --limit 3', 3, '3 messages.'],
  ['list --suspect', 1, '1 message.'],
  ['search BOUTIQUE thes', 1, '1 message.'],
  ['search introuvable', 0, 'Aucun message ne correspond.'],
])('says how many it lists, and when the limit left some out: %s', async (command, count, said) => {
  const words = command.split(' ');
  expect(await json(...words, '--json')).toHaveLength(count);
  expect((await messages(...words)).stderr).toContain(said);
});

it('exports CSV that a spreadsheet takes for text, as a file nobody else may read', async () => {
  const file = store.file('export.csv');
  // One that was put there before would keep its mode, or lead elsewhere.
  await writeFile(`${file}.${process.pid}.partial`, '', { mode: 0o644 });
  expect(await messages('export', '--output', file)).toMatchObject({ code: 0, stdout: '' });
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^\ufeff"identifiant","recu_le",/);
  expect(text.split('\r\n')).toHaveLength(5);
  for (const cell of [`"'=1+1\n`, `"'+33 6 12 34 56 78"`]) expect(text).toContain(cell);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const stderr = expect.stringContaining('--force');
  expect(await messages('export', '--output', file)).toMatchObject({ code: 4, stderr });
});

it.each([
  ['ending.csv', '\ufeff"identifiant",'],
  ['ENDING.CSV', '\ufeff"identifiant",'],
  ['ending.json', '[\n{"id"'],
  ['csv', '[\n{"id"'],
  ['other.json', '\ufeff"identifiant","recu_le"', '--csv'],
  ['other.txt', '\ufeff"identifiant";"recu_le"', '--semicolon'],
])('exports in the form that the name %s asks for, or the options', async (name, begin, ...more) => {
  expect((await messages('export', '--output', store.file(name), ...more)).code).toBe(0);
  expect((await readFile(store.file(name), 'utf8')).startsWith(begin)).toBe(true);
});

it('exports to its output where no file is named, and an empty list when nothing is found', async () => {
  const exported = await messages('export');
  expect(JSON.parse(exported.stdout)).toHaveLength(3);
  expect(await messages('export', '--output', '-')).toEqual(exported);
  expect(await json('export', '--status', 'traité')).toEqual([]);
});

it('names the folder of a file that is not there, or is none', async () => {
  const stderr = expect.stringContaining(`${store.file('absent')} n’existe pas`);
  const failed = await messages('export', '--output', store.file('absent/messages.csv'));
  expect(failed).toMatchObject({ code: 1, stderr });
  await writeFile(store.file('plain'), '');
  expect((await messages('export', '--output', store.file('plain/x.csv'))).code).not.toBe(0);
});

it('marks, and takes notes', async () => {
  const id = ids[2] ?? '';
  expect((await messages('mark', id, 'Traite')).code).toBe(0);
  expect((await messages('mark', id, 'vu')).code).toBe(2);
  expect((await messages('note', id, " Rappelé le 3,\nl'après-midi ")).code).toBe(0);
  const changed = { status: 'done', note: "Rappelé le 3, l'après-midi" };
  expect(await json('show', id, '--json')).toMatchObject(changed);
  for (const words of [['list'], ['show', id], ['export', '--csv'], ['search', 'rappele']])
    expect((await messages(...words)).stdout).toContain('Rappelé le 3');
  expect((await messages('export', '--csv')).stdout).toContain('"traité"');
  expect((await messages('note', id, 'x'.repeat(1_001))).code).toBe(2);
  expect((await messages('note', id, '')).stderr).toContain('retirée');
});

it('deletes only when confirmed', async () => {
  const id = ids[2] ?? '';
  await store.open(({ db }) => db.updateTable('outbox').set({ state: 'sent' }).execute());
  const { code, stderr } = await messages('delete', id);
  expect(code).toBe(4);
  for (const words of ['李小龍', 'boîte du studio', '--force']) expect(stderr).toContain(words);
  expect((await messages('show', id)).code).toBe(0);
  expect((await messages('delete', id, '--force')).code).toBe(0);
  expect((await messages('show', id)).code).toBe(3);
});
