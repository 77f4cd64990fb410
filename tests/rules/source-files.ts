import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ROOT } from '../support/root.ts';

export interface Import {
  /** From the root of the project: `src/ui/button.tsx`. */
  target: string;
  /** Erased before anything runs. */
  typeOnly: boolean;
}

export interface SourceFile {
  path: string;
  text: string;
  /** Imports of the project's own files, dynamic ones too. */
  imports: Import[];
}

/** A path with slashes on every system. */
function fromRoot(path: string): string {
  return relative(ROOT, path).split(sep).join('/');
}

/** The imports of our own files in a text that stands at this path. */
export function importsIn(path: string, text: string): Import[] {
  const statements = [
    ...text.matchAll(/^(?:import|export)\s+(type\s)?[^'";]*?from\s+'(\.[^']+)'/gm),
    ...text.matchAll(/\bimport\s*\(?\s*()'(\.[^']+)'/g),
    ...text.matchAll(/\bnew URL\(\s*()'(\.[^']+\.tsx?)',\s*import\.meta\.url/g),
  ];
  return statements.map(([, type, specifier = '']) => ({
    target: fromRoot(resolve(ROOT, dirname(path), specifier)),
    typeOnly: Boolean(type),
  }));
}

/** Every source file under src, without the tests beside them. */
export function sourceFiles(): SourceFile[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, imports: importsIn(path, text) };
    });
}
