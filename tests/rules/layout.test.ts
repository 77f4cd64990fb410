import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { importsIn, type SourceFile, sourceFiles } from './source-files.ts';
import { mayImport, roomOf, typesBeyond, walls } from './walls.ts';

const files = sourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));

/** Doors into the browser: what they reach is shipped. */
const browserStarts = ['src/start-browser.tsx', 'src/startup/gate.ts', 'src/insights/script.ts'];

/** Where the specification asks for a word in the browser's console: START-2, FORM-6, HOME-6. */
const mayUseConsole = ['src/startup/gate.ts', 'src/contact/sending.ts', 'src/pages/follow-menu-entry.ts'];

describe('names and sizes', () => {
  const everything = globSync('{src,tests,scripts,bench,artwork}/**', { cwd: ROOT })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !path.includes('node_modules'));

  it('sees the whole tree', () => {
    expect(files.length).toBeGreaterThan(150);
    expect(everything.length).toBeGreaterThan(250);
  });

  it('has no folder for what belongs nowhere', () => {
    expect(
      everything.filter((path) => /(^|\/)(utils?|helpers?|common|libs?|misc|shared)(\/|$)/.test(path)),
    ).toEqual([]);
  });

  it('names files in kebab case', () => {
    const names = everything.filter((path) => /\.[a-z]+$/.test(path)).map((path) => basename(path));
    expect(
      names.filter(
        (name) =>
          !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/.test(name) &&
          !name.startsWith('.') &&
          name !== 'README.md' &&
          !name.endsWith('-OFL.txt'),
      ),
    ).toEqual([]);
  });

  it('has no file of more than 300 lines', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 300);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('keeps nine files in ten under 150 lines', () => {
    const short = files.filter(({ text }) => text.split('\n').length <= 150);
    expect(short.length / files.length).toBeGreaterThan(0.9);
  });

  it('cites no numbered goal that is defined nowhere: the rows of the requirements and R1 to R13 are', () => {
    const foreign = /\bRELIABILITY\b|\b[SP](10|\d)\b/;
    const texts = everything.filter((path) => /\.(tsx?|mjs)$/.test(path));
    expect(texts.length).toBeGreaterThan(250);
    expect(texts.filter((path) => foreign.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
    for (const number of [4, 10]) expect(foreign.test(`P${number}: what the log keeps`)).toBe(true);
  });

  it('documents every export, the words of src/content and options apart', () => {
    const exported =
      /(\*\/\n(?:\/\/ biome-ignore.*\n)*)?^export (?:async )?(?:function\*?|class|interface|type|const) (\w+)/gm;
    const undocumented = (text: string) =>
      [...text.matchAll(exported)]
        .filter(([, comment, name = '']) => comment === undefined && !name.endsWith('Options'))
        .map(([, , name]) => name);
    const documented = files.filter(({ path }) => !path.startsWith('src/content/'));
    expect(
      documented.flatMap(({ path, text }) => undocumented(text).map((name) => `${path}: ${name}`)),
    ).toEqual([]);
    const some = [
      '/** A. */\nexport function a() {}',
      'export async function b() {}',
      'export interface C {}',
      'export type D = 1;',
      '/** E. */\nexport class E {}',
      'export const f = 1;',
      'export interface GOptions {}',
    ];
    expect(undocumented(some.join('\n'))).toEqual(['b', 'C', 'D', 'f']);
  });

  it('keeps the lines of comments within 130 columns', () => {
    const texts = everything.filter((path) => /\.(tsx?|mjs|css)$/.test(path));
    const long = texts.flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .filter((line) => /^\s*(\/\*|\*|\/\/)/.test(line) && line.length > 130)
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(long).toEqual([]);
  });

  it('has no default export', () => {
    expect(files.filter(({ text }) => /^export default\b/m.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('who imports whom', () => {
  it('has walls for every room, and no wall without a room', () => {
    const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect([...rooms.map(({ name }) => name), 'escape-html.ts', 'routes.ts'].sort()).toEqual(
      Object.keys(walls).sort(),
    );
  });

  it('keeps to the walls', () => {
    const broken = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, typeOnly }) => !mayImport(path, target, typeOnly))
        .map(({ target }) => `${path} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('permits no import that there is not', () => {
    const used = new Set(
      files.flatMap(({ path, imports }) =>
        imports.map(({ target }) => `${roomOf(path)} -> ${roomOf(target)}`),
      ),
    );
    const permitted = [walls, typesBeyond].flatMap((table) =>
      Object.entries(table).flatMap(([room, targets]) => targets.map((target) => `${room} -> ${target}`)),
    );
    expect(permitted.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it('sees every way to import', () => {
    const text = [
      "import { a } from './a.ts';",
      "import type { b } from '../b.ts';",
      "export * from './c.ts';",
      "import {\n  d,\n} from '../../d.ts';",
      "import './e.css';",
      "const f = await import('./f.ts');",
      "new Worker(new URL('./g.ts', import.meta.url));",
    ].join('\n');
    const targets = importsIn('src/ui/deep/x.ts', text).map(
      ({ target, typeOnly }) => `${target}${typeOnly ? ' type' : ''}`,
    );
    const expected = [
      'deep/a.ts',
      'b.ts type',
      'deep/c.ts',
      '../d.ts',
      'deep/e.css',
      'deep/f.ts',
      'deep/g.ts',
    ];
    expect(targets.sort()).toEqual(expected.map((name) => join('src/ui', name).split(sep).join('/')).sort());
    expect(files.reduce((count, { imports }) => count + imports.length, 0)).toBeGreaterThan(400);
  });

  it.each([
    ['src/content/a.ts', 'src/ui/b.tsx'],
    ['src/theme/a.ts', 'src/content/b.ts'],
    ['src/ui/a.tsx', 'src/content/b.ts'],
    ['src/profile/a.server.ts', 'src/mail/b.ts'],
    ['src/mail/a.ts', 'src/contact/b.ts'],
    ['src/cli/a.ts', 'src/http/b.ts'],
    ['src/pages/a.tsx', 'src/storage/b.ts'],
    ['src/storage/a.ts', 'src/services.server.ts'],
    ['src/cli/a.ts', 'tests/support/b.ts'],
  ])('would notice %s importing %s', (from, to) => {
    expect(mayImport(from, to, false)).toBe(false);
  });

  it('lets the starts, and only them, see everyone', () => {
    expect(mayImport('src/start-server.ts', 'src/http/a.ts', false)).toBe(true);
    expect(roomOf('src/start-server.ts')).toBe('start-server.ts');
  });
});

describe('what reaches a browser', () => {
  /** Follows imports that still exist when the program runs. */
  function reachableFrom(start: string): string[] {
    const seen = new Set<string>();
    const visit = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) if (!typeOnly) visit(target);
    };
    visit(start);
    return [...seen];
  }

  it.each(browserStarts)('%s reaches no file of the server', (start) => {
    expect(byPath.has(start)).toBe(true);
    const reached = reachableFrom(start);
    expect(reached.filter((path) => /\.server\.tsx?$/.test(path))).toEqual([]);
    expect(reached.filter((path) => /from 'node:/.test(byPath.get(path)?.text ?? ''))).toEqual([]);
  });

  it('follows the imports', () => {
    expect(reachableFrom('src/start-browser.tsx').length).toBeGreaterThan(30);
  });
});

describe('the environment and the console', () => {
  const readsEnvironment = ({ text }: Pick<SourceFile, 'text'>) =>
    /process\s*(\.|\[)\s*['"]?env\b|\}\s*=\s*process\b|'node:process'/.test(text);
  const usesConsole = ({ text }: Pick<SourceFile, 'text'>) => /\bconsole\s*\./.test(text);

  it('reads the environment in src/config and in the starts only', () => {
    const readers = files.filter(readsEnvironment).map(({ path }) => path);
    expect(readers.filter((path) => !/^src\/(config\/|start-[a-z-]+\.ts$)/.test(path))).toEqual([]);
    expect(readers.length).toBeGreaterThan(0);
    expect(readsEnvironment({ text: 'const { env } = process;' })).toBe(true);
  });

  it('writes to the console only where the specification asks for it', () => {
    expect(
      files
        .filter(usesConsole)
        .map(({ path }) => path)
        .sort(),
    ).toEqual([...mayUseConsole].sort());
  });
});
