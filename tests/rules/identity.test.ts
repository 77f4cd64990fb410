import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { identity, identityGaps } from '../../src/content/identity.ts';
import { ROOT } from '../support/root.ts';

/** Their own place, their check, the invented profile, and the example of a setting. */
const MAY_NAME_THEM = /identity(-check)?\.ts|example-profile\.ts|config\.server\.ts|\.test\.tsx?/;

const files = globSync('{src,public}/**/*.{ts,tsx,css,svg,html,graphql,webmanifest}', { cwd: ROOT })
  .filter((path) => !MAY_NAME_THEM.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

it('LEGAL-1: no page holds an invented value of its own, which would stay once the studio gave the real one', () => {
  expect(files.length).toBeGreaterThan(200);
  const values = identityGaps().map((field) => identity[field]);
  const found = files.filter(({ text }) => values.some((value) => text.includes(value)));
  expect(found.map(({ path }) => path)).toEqual([]);
});
