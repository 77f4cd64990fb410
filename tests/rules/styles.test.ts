import { globSync } from 'node:fs';
import { type Declaration, type TokenOrValue, transform } from 'lightningcss';
import { expect, it } from 'vitest';
import { ROOT, read } from '../support/root.ts';

/** Returns whether a declaration of `font` or `line-height` gives the height a unit. */
function hasUnit({ property, value }: Declaration): boolean {
  if (property === 'font') return value.lineHeight.type === 'length';
  if (property === 'line-height') return value.type === 'length';
  // A declaration with a variable is a list of tokens; in `font` the height stands behind a slash.
  if (property !== 'unparsed') return false;
  const tokens = value.value;
  const isSlash = ({ type, value }: TokenOrValue) => type === 'token' && value.type === 'delim';
  const height = tokens.slice(tokens.findIndex(isSlash) + 1).find((token) => !isBlank(token));
  return height?.type === 'length' || (height?.type === 'token' && height.value.type === 'percentage');
}

const isBlank = ({ type, value }: TokenOrValue) => type === 'token' && value.type === 'white-space';

it('F33: no line height has a unit, so that lines grow with larger text of their own', () => {
  const found: string[] = [];
  let heights = 0;
  for (const filename of globSync('src/**/*.css', { cwd: ROOT })) {
    const check = (declaration: Declaration) => {
      heights += 1;
      if (hasUnit(declaration)) found.push(filename);
    };
    const code = Buffer.from(read(filename));
    transform({ filename, code, visitor: { Declaration: { font: check, 'line-height': check } } });
  }
  expect(heights).toBeGreaterThan(25);
  expect(found).toEqual([]);
});
