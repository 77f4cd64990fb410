import { join, matchesGlob } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { output } from '../support/launched.ts';
import { ROOT, read } from '../support/root.ts';

/** Runs a tool of the project. @throws Error with its output when it finds a fault */
function run(words: string): Promise<string> {
  const [tool = '', ...args] = words.split(' ');
  return output(join(ROOT, 'node_modules/.bin', tool), args, { cwd: ROOT });
}

beforeAll(async () => {
  await run('node scripts/class-types.mjs');
});

it.concurrent.each([
  ['types', 'tsc --noEmit -p .'],
  ['types in the browser', 'tsc --noEmit -p tsconfig.browser.json'],
  ['types of scripts/pictures/', 'tsc --noEmit -p scripts/pictures'],
  ['style and rules', 'biome check --error-on-warnings'],
  ['nothing unused', 'knip --no-progress --cache'],
])('%s', async (_what, words) => {
  await run(words);
});

it('STUDIO-5: judge no file that an owner, or `npm run editors`, puts into a studio', () => {
  const { files } = JSON.parse(read('biome.json'));
  for (const file of ['studio/.schemas/home.json', 'elsewhere/files/proof.html'])
    expect(files.includes.filter((pattern: string) => matchesGlob(file, pattern))).toEqual([]);
});
