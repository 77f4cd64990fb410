import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { aMessageRow } from '../../tests/support/message-row.ts';
import { formatCount, formatDuration, formatInstant, formatSize, isoInstant } from './format.ts';
import { csvLine } from './message-export.ts';
import { messageColumns } from './messages.server.ts';
import { type Column, formatTable } from './table.ts';
import { cutToWidth, oneLine, padToWidth, safeJson, visible, wrapToWidth } from './text.ts';

it('cuts between characters and says so, and fills', () => {
  expect(cutToWidth('abcdef', 6)).toBe('abcdef');
  expect(cutToWidth('abcdef', 4)).toBe('abc…');
  expect(cutToWidth('李小龍', 4)).toBe('李…');
  expect(cutToWidth('abc', 0)).toBe('');
  expect(padToWidth('李', 4)).toBe('李  ');
  expect(padToWidth('7', 3, 'right')).toBe('  7');
});

it('never gives a line wider than asked but for one word, and loses nothing but blanks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (raw, width) => {
      const text = visible(raw).replaceAll('\t', ' ');
      const lines = wrapToWidth(text, width);
      for (const line of lines.filter((each) => each.trim().includes(' ')))
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      expect(stringWidth(cutToWidth(oneLine(raw), width))).toBeLessThanOrEqual(width);
    }),
  );
});

describe('a table', () => {
  type Row = [id: string, name: string, email: string];
  const columns: Column<Row>[] = [
    { title: 'Id', value: ([id]) => id },
    { title: 'Nom', value: ([, name]) => name, minWidth: 6 },
    { title: 'Email', value: ([, , email]) => email, minWidth: 8, optional: true },
  ];
  const rows: Row[] = [
    ['1', '李小龍 d’un nom fort long', 'personne@exemple.fr'],
    ['2', 'Zoé\n\u001b[2J', ''],
  ];

  it('takes what it needs through a pipe, and one long cell does not widen every line', () => {
    expect(formatTable(columns, rows, Number.POSITIVE_INFINITY)).toEqual([
      'Id  Nom                        Email',
      '1   李小龍 d’un nom fort long  personne@exemple.fr',
      '2   Zoé ␛[2J',
    ]);
    const long = 'é'.repeat(5_000);
    const more: Row[] = [
      ['1', long, 'a@b.fr'],
      ['2', 'a'.repeat(40), 'a@b.fr'],
      ['3', 'Zoé', long],
    ];
    expect(formatTable(columns, more, Number.POSITIVE_INFINITY).slice(1)).toEqual([
      `1   ${long}  a@b.fr`,
      `2   ${'a'.repeat(40)}  a@b.fr`,
      `3   Zoé${' '.repeat(37)}  ${long}`,
    ]);
  });

  it('has no column without a value', () => {
    expect(formatTable(columns, [['2', 'Zoé', '']], 80)[0]).toBe('Id  Nom');
  });

  it('narrows its last columns, then leaves them out, and never exceeds the width', () => {
    expect(formatTable(columns, rows, 30)[1]).toBe('1   李小龍 d’un nom…  personn…');
    expect(formatTable(columns, rows, 18)[0]).toBe('Id  Nom');
    for (let width = 1; width < 60; width += 1) {
      for (const line of formatTable(columns, rows, width))
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }
  });
});

it.each([
  [40, ['Identifiant', 'État', '!', 'Nom']],
  [60, ['Identifiant', 'Reçu le', 'État', '!', 'Nom']],
  [90, ['Identifiant', 'Reçu le', 'État', '!', 'Nom', 'Sujet', 'Note']],
])('a list keeps what tells messages apart on a terminal of %i columns', (width, titles) => {
  const messages = [{ ...aMessageRow(), note: 'Rappelée' }];
  const [line] = formatTable(messageColumns(messages), messages, width);
  expect(line?.split(/ {2,}/)).toEqual(titles);
});

describe('text from outside', () => {
  it('is shown, not obeyed', () => {
    expect(visible('a\u001b[31mb\u0007\u007f\u009b1m\u202ec\r\nd\te')).toBe('a␛[31mb␇␡�1m�c\nd\te');
    expect(oneLine(' a\n\n b\tc ')).toBe('a b c');
  });

  it('survives JSON, whatever it holds, without a character that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = safeJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

it.each([
  ['=1+1', `"'=1+1"`],
  ['+33 6', `"'+33 6"`],
  ['-2', `"'-2"`],
  ['@SUM', `"'@SUM"`],
  [' \t=1', `"' \t'=1"`],
  ['\r=1', `"\n'=1"`],
  ["Bonjour.\n=cmd|'/C calc'!A0", `"Bonjour.\n'=cmd|'/C calc'!A0"`],
  ['\tx', `"'\tx"`],
  ['a;=1', `"a;'=1"`],
  ['a, @b', `"a,' @b"`],
  ['a\t+1', `"a\t'+1"`],
  ['a;"=1"', `"a;'""=1"""`],
  ['Bonjour,\n\n- un\n2 - 1 = 1', `"Bonjour,\n\n'- un\n2 - 1 = 1"`],
  ['＝1', `"'＝1"`],
  ['a"b', '"a""b"'],
  ['a,b;c\nd', '"a,b;c\nd"'],
  ['a\u001bb', '"a�b"'],
  ['1=1', '"1=1"'],
])('%j becomes the cell %j', (text, field) => expect(csvLine([text, 'x'], ';')).toBe(`${field};"x"\r\n`));

it('writes numbers and instants the French way', () => {
  expect(formatInstant(Date.UTC(2026, 2, 29, 0, 59))).toBe('29/03/2026 01:59');
  expect(formatInstant(Date.UTC(2026, 2, 29, 1, 0))).toBe('29/03/2026 03:00');
  expect(isoInstant(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(isoInstant(null)).toBeNull();
  expect(formatCount(12345)).toBe('12\u202f345');
  const sizes = [940, 1_440_000, 83e9].map(formatSize);
  expect(sizes).toEqual(['940\u00a0o', '1,4\u00a0Mo', '83\u00a0Go']);
  const durations = [-5, 59_999, 60_000, 7_200_000, 2 * 86_400_000].map(formatDuration);
  expect(durations).toEqual(['0\u00a0s', '59\u00a0s', '1\u00a0min', '2\u00a0h', '2\u00a0j']);
});
