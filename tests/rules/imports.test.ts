import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { allowedImports, allowedTypes, folderOf, mayImport } from './allowed-imports.ts';

const files = sourceFiles();

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
    const everywhere = [
      'content',
      'config',
      'theme',
      'routes.ts',
      'escape-html.ts',
      'command-name.server.ts',
    ];
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

/** An import of one of the project's own files. */
interface Import {
  /** From the root of the project: `src/ui/button.tsx`. */
  target: string;
  /** Whether it disappears before run time. */
  typeOnly: boolean;
}

/** A source file under src, without the tests beside them. */
interface SourceFile {
  path: string;
  /** Own files it imports; packages and Node's modules by name in `packages`. */
  imports: Import[];
  packages: string[];
}

function sourceFiles(): SourceFile[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')));
}

/** Reads the imports of one file, dynamic imports and re-exports too. */
function readSource(path: string, text: string): SourceFile {
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
