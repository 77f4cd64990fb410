import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { allowedImports, allowedTypes, folderOf, mayImport } from './allowed-imports.ts';
import { sourceFiles } from './imports.ts';

const files = sourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));

describe('the table of imports', () => {
  it('lists every folder of src', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const listed = Object.keys(allowedImports).filter((name) => !name.includes('.'));
    expect(folders.map(({ name }) => name).sort()).toEqual(listed.sort());
  });

  it('allows every import that exists', () => {
    const refused = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, typeOnly }) => !mayImport(path, target, typeOnly))
        .map(({ target }) => `${path} -> ${target}`),
    );
    expect(refused).toEqual([]);
  });

  it('allows no import that does not exist', () => {
    const used = new Set(
      files.flatMap(({ path, imports }) =>
        imports.map(({ target }) => `${folderOf(path)} -> ${folderOf(target)}`),
      ),
    );
    const allowed = [allowedImports, allowedTypes].flatMap((table) =>
      Object.entries(table).flatMap(([from, targets]) => targets.map((target) => `${from} -> ${target}`)),
    );
    expect(allowed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it('is what the diagram of the tour draws', () => {
    const tour = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const everywhere = ['content', 'config', 'theme', 'routes.ts', 'escape-html.ts'];
    const drawn = tour
      .split('\n')
      .map((line) => line.trim().split(' --> '))
      .filter((sides) => sides.length === 2)
      .flatMap(([from, targets = '']) => targets.split(' & ').map((target) => `${from} -> ${target}`));
    const allowed = Object.entries(allowedImports)
      .filter(([from]) => !everywhere.includes(from))
      .flatMap(([from, targets]) =>
        targets.filter((target) => !everywhere.includes(target)).map((target) => `${from} -> ${target}`),
      );
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

describe('the browser', () => {
  it.each(['src/start-browser.tsx', 'src/startup/gate.ts', 'src/insights/script.ts'])(
    'is sent no file of the server by %s',
    (start) => {
      const reached = reachableFrom(start);
      expect(reached.filter(({ path }) => path.includes('.server.'))).toEqual([]);
      expect(reached.filter(({ packages }) => packages.some((name) => name.startsWith('node:')))).toEqual([]);
    },
  );

  /** Follows the imports that remain when the program runs. */
  function reachableFrom(start: string) {
    const reached = new Set([byPath.get(start)]);
    for (const file of reached)
      for (const { target, typeOnly } of file?.imports ?? [])
        if (!typeOnly && byPath.has(target)) reached.add(byPath.get(target));
    return [...reached].filter((file) => file !== undefined);
  }
});
