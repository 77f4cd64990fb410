import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import {
  csvLine,
  cutToWidth,
  formatInstant,
  formatSize,
  formatTable,
  oneLine,
  padToWidth,
  safeJson,
  visible,
} from './text.ts';

it('cuts between characters with a mark, and pads', () => {
  expect(cutToWidth('abcdef', 6)).toBe('abcdef');
  expect(cutToWidth('abcdef', 4)).toBe('abc…');
  expect(cutToWidth('李小龍', 4)).toBe('李…');
  expect(cutToWidth('abc…  def', 5)).toBe('abc…');
  expect(cutToWidth('abc', 0)).toBe('');
  expect(padToWidth('李', 4)).toBe('李  ');
  expect(padToWidth('7', 3, 'right')).toBe('  7');
});

it('cuts any text to the width', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 60 }), (text, width) => {
      expect(stringWidth(cutToWidth(oneLine(text), width))).toBeLessThanOrEqual(width);
    }),
  );
});

describe('a table', () => {
  const titles = ['Id', 'Nom', 'Pages', 'Note'];
  const rows = [
    ['1', '李小龍 d’un nom fort long, et même plus', '7', ''],
    ['2', 'Zoé\n\u001b[2J', '1\u202f200', ''],
  ];

  it('is not cut through a pipe, hides empty columns, and aligns numbers to the right', () => {
    expect(formatTable(titles, rows, Number.POSITIVE_INFINITY)).toEqual([
      `Id  Nom${' '.repeat(38)}Pages`,
      ' 1  李小龍 d’un nom fort long, et même plus      7',
      ` 2  Zoé �[2J${' '.repeat(33)}1\u202f200`,
    ]);
  });

  it('narrows its widest column, then cuts its lines, and never exceeds the width', () => {
    expect(formatTable(titles, rows, 40)[1]).toBe(' 1  李小龍 d’un nom fort long, e…      7');
    expect(formatTable(titles, rows, 27)[1]).toBe(' 1  李小龍 d’un nom…      7');
    expect(formatTable(titles, rows, 16)[1]).toBe(' 1  李小龍 d’un…');
    for (let width = 1; width < 60; width += 1) {
      for (const line of formatTable(titles, rows, width))
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }
  });
});

describe('text from outside', () => {
  it('is shown, not obeyed', () => {
    expect(visible('a\u001b[31mb\u0007\u007f\u009b1m\u202ec\r\nd\te')).toBe('a�[31mb���1m�c\nd\te');
    expect(visible('\u061c\u200e\u200f\u2028\u2029\u202a\u2066\u2069')).toBe('�'.repeat(8));
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

it('writes each cell of a spreadsheet as approved', async () => {
  await expectApproved('cells.approved.txt', (text) => csvLine([text]).replace('\r\n', ''));
});

it('writes instants and sizes the French way', () => {
  expect(formatInstant(Date.UTC(2026, 2, 29, 0, 59))).toBe('29/03/2026 01:59');
  expect(formatInstant(Date.UTC(2026, 2, 29, 1, 0))).toBe('29/03/2026 03:00');
  expect([940, 1_440_000, 83e9].map(formatSize)).toEqual([...['0\u00a0Mo', '1,4\u00a0Mo', '83\u00a0Go']]);
});
