import { expect, test } from 'vitest';
import { countCharacters, dropLastCharacters } from './count-characters.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['été', 3],
  ['e\u0301te\u0301', 3],
  ['a\nb', 3],
  ['👩‍👩‍👧‍👦', 1],
  ['🇫🇷', 1],
  ['n’est', 5],
  ['\u00ad\u00a0', 2],
])('%j counts %i characters', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

test.each([
  ['abc', 0, 'abc'],
  ['abc', 1, 'ab'],
  ['a👩‍👩‍👧‍👦b', 2, 'a'],
  ['ab', 5, ''],
])('%j without its last %i characters is %j', (text, count, rest) => {
  expect(dropLastCharacters(text, count)).toBe(rest);
});
