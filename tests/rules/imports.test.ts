import { globSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { ROOT, read } from '../support/root.ts';

const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => readSource(path, read(path)));

const tour = read('docs/architecture.md');
/** The imports between folders of `src` that the diagram of the tour draws, each as `from -> to`. */
const drawn = tour
  .split('\n')
  .map((line) => line.trim().split(' --> '))
  .filter((sides) => sides.length === 2)
  .flatMap(([from, targets = '']) => targets.split(' & ').map((target) => `${from} -> ${target}`));

/** Any folder may import these, and these import only each other. */
const everywhere =
  'site.ts words config theme routes.ts escape-html.ts ascii-domain.ts command-name.server.ts'.split(' ');

/** Only types are imported here, because the module itself is loaded from dist. */
const typesOnly = 'documents -> start-render.tsx';

/** Every import between folders, of types too. */
const arrows = files.flatMap(({ path, imports }) =>
  imports
    .filter(({ target }) => target.startsWith('tests/') || (target.startsWith('src/') && isDrawn(path)))
    .map(({ target, typeOnly }) => ({ from: folderOf(path), to: folderOf(target), path, typeOnly }))
    .filter(({ from, to }) => from !== to)
    .map((each) => ({ ...each, arrow: `${each.from} -> ${each.to}` })),
);

it('the diagram of the tour draws every import between folders that exists, and no other', () => {
  const found = arrows
    .filter(({ to }) => !everywhere.includes(to))
    .filter(({ arrow, typeOnly }) => !(typeOnly && arrow === typesOnly));
  expect(found.filter(({ arrow }) => !drawn.includes(arrow))).toEqual([]);
  expect(drawn.filter((arrow) => !found.some((each) => each.arrow === arrow))).toEqual([]);
});

it('imports between folders make no circle, those of small parts neither', () => {
  const follow = (folder: string, above: readonly string[] = []): void => {
    if (above.includes(folder)) throw new Error(`A circle: ${[...above, folder].join(' -> ')}`);
    const targets = new Set(arrows.flatMap(({ from, to }) => (from === folder ? to : [])));
    for (const target of targets) follow(target, [...above, folder]);
  };
  for (const folder of new Set(arrows.map(({ from }) => from))) follow(folder);
});

it('every package that the server imports is installed with it', () => {
  const { dependencies } = JSON.parse(read('package.json'));
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

/** Tells whether the diagram has to draw a file's imports: all but those of entry points and factories directly under src. */
function isDrawn(path: string): boolean {
  const folder = folderOf(path);
  return !folder.includes('.') || everywhere.includes(folder) || folder === 'failure.server.ts';
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
