import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { runToEnd } from '../../tests/support/launched.ts';
import { ROOT, read } from '../../tests/support/root.ts';
import { typed } from '../../tests/support/signs.ts';
import { expectTranscript } from '../../tests/support/transcript.ts';
import { shownPath } from './faults.ts';
import { readStudio } from './read.ts';

const TODAY = '2026-11-29';
const folder = mkdtempSync(join(tmpdir(), 'studio-'));
const pathOf = (file: string) => join(folder, file);

function freshFolder(): void {
  rmSync(folder, { recursive: true });
  cpSync(join(ROOT, 'example'), folder, { recursive: true });
}
beforeEach(freshFolder);
afterAll(() => rmSync(folder, { recursive: true }));

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(pathOf(file), change(readFileSync(pathOf(file), 'utf8')));
}

function replace(file: string, from: string, to: string): void {
  edit(file, (text) => {
    expect(text).toContain(from);
    return text.replace(from, () => to);
  });
}

/** Returns the lines of the check, without the folder and with plain spaces. */
async function check(dir = folder): Promise<string[]> {
  const { studio, faults, notes } = await readStudio(dir, TODAY);
  expect(studio === undefined).toBe(faults.length > 0);
  return [...faults, ...notes].map((line) =>
    line.replace(`${shownPath(folder)}/`, '').replaceAll('\u00a0', ' '),
  );
}

/** Lists the open promises that have this text. */
async function open(part: string): Promise<string[]> {
  const { open } = await readStudio(folder, TODAY);
  return open
    .map(({ file, line, field, value }) => `${file.replace(/.*\//, '')}:${line}: ${field} = ${value}`)
    .filter((line) => line.includes(part));
}

it('a folder is read as the approved transcript says', () =>
  expectTranscript(join(import.meta.dirname, 'read.txt'), async () => {
    freshFolder();
    return async (line) => {
      const [, word = '', rest = ''] = /^(\w+) ?(.*)/.exec(line) ?? [];
      if (word === 'check') return lines(await check(pathOf(rest)));
      if (word === 'open') return lines(await open(rest));
      return runToEnd('sh', ['-c', typed(line)], { cwd: folder, env: { PATH: process.env['PATH'] } });
    };
  }));

const lines = (all: string[]) => ({ code: 0, stdout: all.map((line) => `${line}\n`).join(''), stderr: '' });

const wrongValues = read('scripts/studio/wrong-values.txt')
  .replace(/^#.*\n/gm, '')
  .split(/\n(?! {4})/)
  .map((row) => {
    const [change = '', ...lines] = row.split('\n');
    const [, file = '', from = '', to = ''] = /^([\w-]+): (.*) → (.*)$/.exec(change) ?? [];
    const told = lines.map((line) => line.trim()).filter(Boolean);
    return { file: `${file}.yaml`, from: typed(from), to: typed(to), lines: told };
  })
  .filter(({ lines }) => lines.length > 0);

describe('STUDIO-2: a wrong value', () => {
  it('stands in a table of more than 180', () => {
    expect(wrongValues.length).toBeGreaterThan(180);
  });

  it.each(wrongValues)('is told in $file: $to', async ({ file, from, to, lines }) => {
    replace(file, from, to);
    expect(await check()).toEqual(lines);
  });
});

describe('STUDIO-2: a folder', () => {
  it('may have numbers and dates without quotes, and comments after them', async () => {
    replace('offers.yaml', 'price: "750"', 'price: 750 # TTC');
    replace('studio.yaml', 'town: "63000 Clermont-Ferrand"', 'town: 06000 Nice');
    replace('studio.yaml', 'date: "2026-11-26"', 'date: 2026-11-26');
    replace('studio.yaml', 'phone: "04 65 71 00 00"', 'phone: 0465710000');
    const { studio } = await readStudio(folder, TODAY);
    expect(studio?.studio).toMatchObject({
      phone: '0465710000',
      publisher: { town: '06000 Nice' },
      accessibility: { date: '2026-11-26' },
    });
  });

  it('leaves out what is empty, in every way to write it', async () => {
    const { studio } = await readStudio(folder, TODAY);
    for (const nothing of ['', '""', 'null', '~', '{}', '[]', '{ link: "", provider: null, transfer: }']) {
      edit('contact.yaml', (text) => text.replace(/booking:.*\n( {2}.*\n)*/, `booking: ${nothing}\n`));
      expect((await readStudio(folder, TODAY)).studio, nothing).toEqual(studio);
    }
    edit('contact.yaml', (text) => text.replace(/booking:.*\n/, ''));
    expect((await readStudio(folder, TODAY)).studio).toEqual(studio);
  });
});

it('STUDIO-6: every line of a-confirmer.yaml is an open promise of the example', async () => {
  const promised = Object.keys(parse(readFileSync(pathOf('a-confirmer.yaml'), 'utf8')));
  expect(await open('')).toHaveLength(promised.length);
});

const yamlFiles = globSync('*.yaml', { cwd: join(ROOT, 'example') });

describe('STUDIO-4: an editor', () => {
  const emptied = (empty: unknown) => (_key: string, value: unknown) => (value === '' ? empty : value);

  it.each(['', null, undefined])(
    'that loses comments, and writes nothing as %j, changes nothing',
    async (empty) => {
      const before = await readStudio(folder, TODAY);
      for (const name of yamlFiles)
        edit(name, (text) => stringify(JSON.parse(JSON.stringify(parse(text), emptied(empty)))));
      const after = await readStudio(folder, TODAY);
      expect(after.faults).toEqual([]);
      expect(after.studio).toEqual(before.studio);
      const withoutLine = ({ open }: typeof after) => open.map(({ line: _line, ...rest }) => rest);
      expect(withoutLine(after)).toEqual(withoutLine(before));
      expect(readFileSync(pathOf('studio.yaml'), 'utf8')).not.toContain('# Qui publie');
    },
  );
});
