import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { REQUIREMENT_ROWS } from '../support/requirement-rows.ts';
import { ROOT } from '../support/root.ts';

const ROW_ID = /^[A-Z]+-\d+$/;

interface Proof {
  row: string;
  file: string;
  title: string;
}

/** The lines `| row | file | title |` of the conformance table. */
function readProofs(): Proof[] {
  return readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`|`$/g, '')))
    .filter((cells) => ROW_ID.test(cells[1] ?? ''))
    .map(([, row = '', file = '', title = '']) => ({ row, file, title }));
}

/** The beginnings of the test titles of a file, up to the first value that is filled in when they run. */
function readTitles(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", '’');
  return [...source.matchAll(/\b(?:test|it)(?:\.each\([^)]*\))?\(\s*(['"`])(.+?)\1/gs)].map(
    ([, , title = '']) => (title.split('${')[0] ?? '').trim(),
  );
}

const proofs = readProofs();

test('docs/requirements.md has the words of every row, in this order', () => {
  const text = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ([A-Z]+-\d+) \| .{20,} \|$/gm)].map(([, id]) => id);
  expect(rows).toEqual(REQUIREMENT_ROWS);
});

describe('docs/conformance.md', () => {
  test.each(REQUIREMENT_ROWS)('%s has a test', (row) => {
    expect(proofs.filter((proof) => proof.row === row)).not.toEqual([]);
  });

  test('names no unknown row', () => {
    expect(proofs.map(({ row }) => row).filter((row) => !REQUIREMENT_ROWS.includes(row))).toEqual([]);
  });

  test.each(proofs)('$row: $file has ‘$title’', ({ file, title }) => {
    expect(title).not.toBe('');
    expect(readTitles(file)).toContain(title);
  });
});

describe('the browser journeys', () => {
  const files = globSync('tests/browser/*.spec.ts', { cwd: ROOT });

  test('are there', () => {
    expect(files.length).toBeGreaterThan(5);
  });

  test.each(files)('%s: every title begins with the rows it proves, and is in the table', (file) => {
    for (const title of readTitles(file)) {
      const ids = (title.split(':')[0] ?? '').split(', ');
      expect(
        ids.filter((id) => !REQUIREMENT_ROWS.includes(id)),
        title,
      ).toEqual([]);
      for (const row of ids) expect(proofs).toContainEqual({ row, file, title });
    }
  });

  test.each(files)('%s: no test is skipped, expected to fail, or the only one run', (file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).not.toMatch(
      /\b(test|describe)\.(skip|fixme|fail|only|slow)\b/,
    );
  });
});
