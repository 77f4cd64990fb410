import { expect, test } from 'vitest';
import { withinLimit } from './limit-message.ts';

const full = 'a'.repeat(2000);

test('FORM-3: a text of 2000 characters fits', () => {
  expect(withinLimit(full, 2000)).toBeNull();
});

test('FORM-3: a letter typed at the end is taken away', () => {
  expect(withinLimit(`${full}b`, 2001)).toEqual({ text: full, caret: 2000 });
});

test('FORM-3: a letter typed in the middle is taken away there, the end stays', () => {
  const text = `${'a'.repeat(1000)}b${'a'.repeat(999)}z`;
  expect(withinLimit(text, 1001)).toEqual({ text: `${'a'.repeat(1999)}z`, caret: 1000 });
});

test('FORM-3: of a paste, what fits stays', () => {
  expect(withinLimit(`${'a'.repeat(1990)}${'b'.repeat(50)}`, 2040)).toEqual({
    text: `${'a'.repeat(1990)}${'b'.repeat(10)}`,
    caret: 2000,
  });
});

test('FORM-3: an emoji counts one and is never cut in two', () => {
  const families = '👩‍👩‍👧‍👦'.repeat(2000);
  expect(withinLimit(families, families.length)).toBeNull();
  expect(withinLimit(`${families}😀`, families.length + 2)?.text).toBe(families);
});

test('FORM-3: of a text that was too long already, nothing goes when it is shortened', () => {
  expect(withinLimit('a'.repeat(2399), 2399, 2400)).toBeNull();
  expect(withinLimit('a'.repeat(2400), 2400, 2400)).toBeNull();
});

test('FORM-3: to a text that was too long already, nothing is added', () => {
  expect(withinLimit(`${'a'.repeat(2400)}b`, 2401, 2400)).toEqual({ text: 'a'.repeat(2400), caret: 2400 });
});

test('a text that was put there without a caret is cut at its end', () => {
  expect(withinLimit(`${full}bcd`, 0)).toEqual({ text: full, caret: 0 });
});
