import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { allowedImports, allowedTypes } from './allowed-imports.ts';

const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')));

const arrowsOf = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([from, targets]) => targets.map((target) => `${from} -> ${target}`));

describe('the table of imports', () => {
  it('lists every import between folders that exists, and no other', () => {
    const types = arrowsOf(allowedTypes);
    const found = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target.startsWith('tests/') || (target.startsWith('src/') && isListed(path)))
        .filter(({ target }) => folderOf(target) !== folderOf(path))
        .map(({ target, typeOnly }) => {
          const arrow = `${folderOf(path)} -> ${folderOf(target)}`;
          return { arrow: typeOnly && types.includes(arrow) ? `${arrow}, types only` : arrow, path, target };
        }),
    );
    const allowed = [...arrowsOf(allowedImports), ...types.map((arrow) => `${arrow}, types only`)];
    expect(found.filter(({ arrow }) => !allowed.includes(arrow))).toEqual([]);
    expect(allowed.filter((listed) => !found.some(({ arrow }) => arrow === listed))).toEqual([]);
  });

  it('has no circle, and at most seven floors with the entry points', () => {
    const floorOf = (folder: string, above: readonly string[] = []): number => {
      if (above.includes(folder)) throw new Error(`A circle: ${[...above, folder].join(' -> ')}`);
      const below = allowedImports[folder] ?? [];
      return 1 + Math.max(0, ...below.map((target) => floorOf(target, [...above, folder])));
    };
    const floors = Object.keys(allowedImports).map((folder) => floorOf(folder));
    expect(1 + Math.max(...floors)).toBeLessThanOrEqual(7);
  });

  it('is what the diagram of the tour draws', () => {
    const tour = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const everywhere =
      'site.ts words config theme routes.ts escape-html.ts ascii-domain.ts command-name.server.ts'.split(' ');
    const drawn = tour
      .split('\n')
      .map((line) => line.trim().split(' --> '))
      .filter((sides) => sides.length === 2)
      .flatMap(([from, targets = '']) => targets.split(' & ').map((target) => `${from} -> ${target}`));
    const isDrawn = (arrow: string) => !arrow.split(' -> ').some((folder) => everywhere.includes(folder));
    const allowed = arrowsOf(allowedImports).filter(isDrawn);
    expect(drawn.sort()).toEqual(allowed.sort());
  });
});

it('every package that the server imports is installed with it', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const imported = files
    .filter(({ path }) => path.includes('.server.') || /^src\/start-(server|cli)\.ts$/.test(path))
    .flatMap(({ packages }) => packages.filter((name) => !name.startsWith('node:')))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  expect([...new Set(imported)].filter((name) => !(name in dependencies))).toEqual([]);
});

/** Returns the folder of a file: `contact` for `src/contact/rules.ts`, the file's own name directly under src. */
function folderOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** Whether the table has to name a file's imports: not those of entry points and factories. */
function isListed(path: string): boolean {
  return folderOf(path) in allowedImports || !folderOf(path).includes('.');
}

/**
 * Reads the imports of one file, dynamic imports and re-exports too: own files, from the root of the project, and whether they
 * disappear before run time; packages and Node's modules by name.
 */
function readSource(path: string, text: string) {
  const { module } = parseSync(path, text);
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ name: moduleRequest.value, typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
      text[start] === "'" ? [{ name: text.slice(start + 1, end - 1), typeOnly: false }] : [],
    ),
  ];
  const own = found.filter(({ name }) => name.startsWith('.'));
  return {
    path,
    imports: own.map(({ name, typeOnly }) => ({
      target: relative(ROOT, resolve(ROOT, dirname(path), name)),
      typeOnly,
    })),
    packages: found.filter(({ name }) => !name.startsWith('.')).map(({ name }) => name),
  };
}
