import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ROOT } from '../support/root.ts';
import { follow, readRecipe } from './recipe.ts';

/** Folders at the root that a copy of the project does without. */
const leftOut = [
  'node_modules',
  '.git',
  'dist',
  'docs/screenshots',
  'data',
  'test-results',
  'bench',
  'deploy',
  'mutation',
  'reports',
];

const folder = join(ROOT, 'docs/recipes');
const VITEST = 'npx vitest run ';
const bin = join(ROOT, 'node_modules/.bin');

/** What the compiler knows of the project as it is: of a copy it then looks at what a recipe changes and what that touches. */
const known = 'checked.tsbuildinfo';
const checkTypes = `npx tsc --noEmit -p . --singleThreaded --incremental --tsBuildInfoFile ${known}`;

let parent: string;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'vitrine-recipes-'));
  await run(copyOfProject('unchanged'), checkTypes);
}, 60_000);
afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** The project as it is, in a folder of its own. */
function copyOfProject(name: string): string {
  const root = join(parent, name);
  cpSync(ROOT, root, { recursive: true, filter: (source) => !leftOut.includes(relative(ROOT, source)) });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return root;
}

/** Runs `npx tool words`; throws with all that it printed when it fails. */
function run(root: string, line: string): Promise<void> {
  const [npx, tool = '', ...words] = line.split(' ');
  if (npx !== 'npx') throw new Error(`A recipe proves itself by npx commands, not by: ${line}`);
  const { VITEST: _own, VITEST_POOL_ID: _pool, VITEST_WORKER_ID: _worker, ...own } = process.env;
  const env = { ...own, TEST_POSTGRES_URL: inject('postgresUrl') };
  return new Promise((resolve, reject) => {
    execFile(join(bin, tool), words, { cwd: root, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${line}\n${stdout}\n${stderr}`));
      else resolve();
    });
  });
}

/** Recipes that touch no line twice are followed in one copy, the compiler and the tests run once for all of them. */
const copies = [
  ['add-a-form-field', 'add-a-page', 'add-an-offer', 'change-a-colour'],
  ['add-a-mail'],
  ['add-a-migration'],
];

it('there is a recipe for each common change, and a copy in which it is followed', () => {
  const names = readdirSync(folder).map((name) => basename(name, '.md'));
  expect(names.filter((name) => name !== 'README').sort()).toEqual(copies.flat().sort());
});

it.each(copies.map((names) => ({ names })))(
  '$names can be followed to the letter',
  { timeout: 180_000 },
  async ({ names }) => {
    const recipes = names.map((name) => readRecipe(readFileSync(join(folder, `${name}.md`), 'utf8')));
    for (const { steps, checks } of recipes) {
      expect(steps.length).toBeGreaterThan(0);
      expect(checks.filter((check) => check.startsWith(VITEST)).length).toBeGreaterThan(0);
    }
    const root = copyOfProject(names.join('-'));
    cpSync(join(parent, 'unchanged', known), join(root, known));
    const steps = recipes.flatMap((recipe) => recipe.steps);
    for (const step of steps) follow(root, step);
    const touched = [...new Set(steps.map(({ path }) => path))].filter((path) =>
      /\.(ts|tsx|css)$/.test(path),
    );
    await run(root, checkTypes);
    await run(root, ['npx biome check --error-on-warnings', ...touched].join(' '));
    for (const check of inOneRun(recipes.flatMap((recipe) => recipe.checks))) await run(root, check);
  },
);

/** The same checks, with all that vitest is asked for asked at once. */
function inOneRun(checks: string[]): string[] {
  const files = checks.filter((check) => check.startsWith(VITEST)).map((check) => check.slice(VITEST.length));
  return [...checks.filter((check) => !check.startsWith(VITEST)), `${VITEST}${files.join(' ')}`];
}
