import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../support/root.ts';

/** An import of one of the project's own files. */
export interface Import {
  /** From the root of the project: `src/ui/button.tsx`. */
  target: string;
  /** Erased before anything runs. */
  typeOnly: boolean;
}

/** A source file under src, without the tests beside them. */
export interface SourceFile {
  path: string;
  /** Own files it imports; packages and Node's modules by name in `packages`. */
  imports: Import[];
  packages: string[];
}

/** Reads the imports of every source file. */
export function sourceFiles(): SourceFile[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.ts', '**/*.test.tsx'] }).map(
    (path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')),
  );
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
