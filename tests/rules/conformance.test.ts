import { globSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { ROOT, read } from '../support/root.ts';

const table = read('docs/requirements.md').matchAll(/^\| ([A-Z]+-\d+) \|/gm);
const rows = Array.from(table, ([, row = '']) => row);
const files = globSync('{tests,src,scripts}/**/*.{test,spec,journey}.ts', { cwd: ROOT });
/** The titles of tests, and of the sections of approved transcripts. */
const titles = [
  ...files.flatMap((path) => titlesIn(path, read(path))),
  ...globSync('{tests,scripts}/**/*.txt', { cwd: ROOT }).flatMap(
    (path) => read(path).match(/(?<=^# ).*/gm) ?? [],
  ),
];

it('docs/requirements.md has lost no row', () => {
  expect(rows.length).toBeGreaterThanOrEqual(74);
});

it.each(rows)('%s is in the title of a test', (row) => {
  expect(titles.some((title) => title.split(':')[0]?.split(', ').includes(row))).toBe(true);
});

it('the goals R, S, P and V that comments and titles name are defined in the docs', () => {
  const docs = ['docs/operations/faults.md', 'docs/security.md'].map(read).join('\n');
  // Every goal has a proof: tests/rules/documents.test.ts checks that the file exists.
  const defined = [...docs.matchAll(/^\| ([RSPV]\d+) \|.*`(?:src|tests)\/.*` \|$/gm)];
  const comments = globSync('{src,tests}/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((path) =>
    parseSync(path, read(path)).comments.map(({ value }) => value),
  );
  const named = [...titles, ...comments].flatMap((text) => text.match(/\b[RSPV]\d{1,2}\b/g) ?? []);
  const known = new Set(['V8', ...defined.map(([, goal]) => goal)]);
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((goal) => !known.has(goal))).toEqual([]);
});

it('no test is skipped, expected to fail, or the only one run', () => {
  // The words are split, so that a search for such tests does not find this one.
  const [skip, only] = ['skip', 'only'];
  const text = `it.${skip}('a', f); test.${only}('b', f); it.each([])('START-1: c', f); it(\`d\`, f)`;
  const odd = titlesIn('x.ts', text);
  expect(odd).toEqual(['skipped: a', 'only: b', 'START-1: c', 'd']);
  expect(titles.filter((title) => /^(skipped|only|todo|fixme|fails?): /.test(title))).toEqual([]);
});

/** Returns the titles of the tests of a file; one that does not run normally begins with the reason. */
function titlesIn(path: string, text: string): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const source = text.slice(callee.start, callee.end);
      if (!/^(it|test|describe)\b/.test(source) || !first) return;
      const isTitle = first.type === 'Literal' || first.type === 'TemplateLiteral';
      if (!isTitle) return;
      const [, way] = /^\w+\.(skip|only|todo|fixme|fails?)\b/.exec(source) ?? [];
      const title = text.slice(first.start + 1, first.end - 1);
      found.push(way ? `${way === 'skip' ? 'skipped' : way}: ${title}` : title);
    },
  }).visit(parseSync(path, text).program);
  return found;
}
