import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const read = (files: readonly string[]) =>
  files.map((file) => readFileSync(resolve(root, file), 'utf8')).join('\n');

/** The style sheets of this build; those of the one before are kept beside them. */
function builtStyle(): string {
  const manifest = JSON.parse(read(['dist/client/.vite/manifest.json'])) as Record<
    string,
    { file: string; css?: string[] }
  >;
  const files = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
  return read(
    [...new Set(files)].filter((file) => file.endsWith('.css')).map((file) => `dist/client/${file}`),
  );
}

const setIn = (css: string) =>
  new Set([...css.matchAll(/(?<![\w-])(--[\w-]+)\s*:/g)].map(([, name]) => name));
const usedIn = (css: string) => new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));

test('what the build writes out of the tokens leaves no reference to a token that it took away', () => {
  const [source, built] = [read(globSync('src/**/*.css', { cwd: root })), builtStyle()];
  const missing = usedIn(built).difference(setIn(built));
  expect([...missing]).toEqual([]);
  expect(setIn(source).isSupersetOf(usedIn(source))).toBe(true);
});

test('a colour of a mode and a size that depends on the device stay tokens, a space and the size of running text do not', () => {
  const built = setIn(builtStyle());
  expect([...built]).toEqual(expect.arrayContaining(['--ink', '--ground', '--bar', '--gutter']));
  expect(built.has('--space-4')).toBe(false);
  expect(built.has('--text-base')).toBe(false);
});
