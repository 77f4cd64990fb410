import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeContentTypo } from './content-typo.mjs';
import { root } from './steps.mjs';

/**
 * Tells whether the studio's own texts, prices and pictures can go online; prints what has to be changed. Under the pinned Node
 * only.
 * @returns {Promise<boolean>}
 */
export async function isContentRight() {
  const typos = await contentTypos();
  for (const typo of typos) console.error(typo);
  if (typos.size > 0) return false;
  const { contentProblems, describeProblem } = await import('../../src/content/content-check.server.ts');
  const problems = contentProblems(join(root, 'public'));
  for (const problem of problems) console.error(`✗ ${describeProblem(problem)}`);
  return problems.length === 0;
}

/** The files of texts that cannot be read, each described once whoever imports it. */
async function contentTypos() {
  const folder = join(root, 'src/content');
  const typos = new Set();
  for (const name of readdirSync(folder).filter((name) => /^[\w-]+\.ts$/.test(name))) {
    try {
      await import(pathToFileURL(join(folder, name)).href);
    } catch (error) {
      const typo = describeContentTypo(error);
      if (typo === undefined) throw error;
      typos.add(typo);
    }
  }
  return typos;
}
