import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { sourceFiles } from './source-files.ts';
import { roomOf } from './walls.ts';

const tour = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const diagram = /```mermaid\n(.*?)```/s.exec(tour)?.[1] ?? '';

/** Used by nearly every room, so the diagram leaves them out and says so. */
const ground = ['content', 'config', 'theme', 'routes.ts'];

const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** `a --> b & c` as `a -> b` and `a -> c`. */
function arrowsIn(text: string): string[] {
  return [...text.matchAll(/^\s*(\w+) --> (.+)$/gm)].flatMap(([, from, targets = '']) =>
    targets.split('&').map((target) => `${from} -> ${target.trim()}`),
  );
}

/** Imports between rooms, those of types too: they are knowledge of another room all the same. */
function imports(): string[] {
  const drawn = rooms.filter((room) => !ground.includes(room));
  const found = sourceFiles().flatMap((file) =>
    file.imports.map(({ target }) => [roomOf(file.path), roomOf(target)] as const),
  );
  const between = found.filter(([from, to]) => from !== to && drawn.includes(from) && drawn.includes(to));
  return [...new Set(between.map(([from, to]) => `${from} -> ${to}`))];
}

it('the diagram draws the imports there are, and no other', () => {
  expect(imports().length).toBeGreaterThan(15);
  expect(arrowsIn(diagram).sort()).toEqual(imports().sort());
});

it('reads the arrows of a diagram', () => {
  expect(arrowsIn('  a --> b & c\n  a -. POST .-> d\n  d --> e')).toEqual(['a -> b', 'a -> c', 'd -> e']);
});

it('every room has its line in the tour', () => {
  const told = [...tour.matchAll(/^\| `src\/([\w-]+)\/` *\|/gm)].map(([, room]) => room);
  expect(told.sort()).toEqual([...rooms].sort());
});

it('the tour says what the diagram leaves out', () => {
  for (const room of ground) expect(tour).toContain(`\`${room}\``);
});
