import { readFile, stat, writeFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { testStore } from './test-store.ts';

const HOUR_MS = 3_600_000;
const hostile = 'Mallory\u001b[31m\u009b2J\u202e=x';

const store = testStore('all');
let ids: string[];

beforeAll(async () => {
  const now = Date.now();
  const mallory = { fullname: hostile, email: 'm@example.org', message: `=1+1\n${hostile}` };
  const ada = { fullname: 'Ada Lovelace', message: 'Une boutique de thés, «\u00a0bio\u00a0»' };
  ids = await store.add(
    { at: now - 5 * HOUR_MS, message: ada },
    { at: now - 4 * HOUR_MS, message: { ...mallory, suspectReasons: ['markup'] } },
    { at: now - 3 * HOUR_MS, message: { fullname: '李小龍', email: 'Lee@Example.org', phone: '' } },
  );
});

const messages = (...words: string[]) => store.run('messages', ...words);

it('lets no character through that a terminal obeys', async () => {
  const ofOne = [`messages show ${ids[1]}`, `messages delete ${ids[1]}`];
  for (const command of ['messages list', 'messages export', 'person export m@example.org', ...ofOne]) {
    const { stdout, stderr } = await store.run(...command.split(' '));
    expect(stdout + stderr).toContain('Mallory');
    const isCsv = command === 'messages export';
    expect(stdout + stderr).not.toMatch(isCsv ? /[^\P{Cc}\r\n]/u : /[^\P{Cc}\n]|[\u202a-\u202e]/u);
  }
});

it('shows one message by the beginning of its identifier, and refuses what is unknown or ambiguous', async () => {
  // The prefix goes beyond the time, which two messages of one millisecond share.
  const { code, stdout } = await messages('show', ids[1]?.slice(0, 23) ?? '');
  expect(code).toBe(0);
  expect(stdout, 'each line of the text is marked').toMatch(/^> =1\+1\n> \S.*\n*$/m);
  for (const words of ['Mallory�[31m�2J�=x', 'des balises de lien', 'en attente'])
    expect(stdout).toContain(words);
  const stderr = expect.stringContaining('messages list');
  expect(await messages('show', 'ffff')).toMatchObject({ code: 3, stdout: '', stderr });
  const ambiguous = await messages('show', '0');
  expect(ambiguous.code).toBe(3);
  for (const id of ids) expect(ambiguous.stderr).toContain(id);
});

it('exports CSV that a spreadsheet takes for text, as a file nobody else may read', async () => {
  const file = store.file('export.csv');
  // The prepared file is replaced, because it would keep its mode, or could be a link.
  await writeFile(`${file}.${process.pid}.partial`, '', { mode: 0o644 });
  expect(await messages('export', '--output', file)).toMatchObject({ code: 0, stdout: '' });
  const text = await readFile(file, 'utf8');
  // The byte order mark is missing, because the reader of the stream removes it.
  expect((await messages('export')).stdout).toBe(text.slice(1));
  expect(text).toMatch(/^\ufeff"Identifiant";"Reçu le";"Suspect";"Sujet";"E-mail";"Nom";/);
  expect(text.split('\r\n')).toHaveLength(5);
  for (const cell of [`"des balises de lien dans le texte";`, `"'=1+1\n`, '"+33 6 12 34 56 78"'])
    expect(text).toContain(cell);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const stderr = expect.stringContaining('--force');
  expect(await messages('export', '--output', file)).toMatchObject({ code: 4, stderr });
  const absent = expect.stringContaining(`${store.file('absent')} n’existe pas`);
  const failed = await messages('export', '--output', store.file('absent/messages.csv'));
  expect(failed).toMatchObject({ code: 3, stderr: absent });
});
