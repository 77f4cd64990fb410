import { join } from 'node:path';
import { root } from './steps.mjs';

/**
 * Whether the studio's own texts, prices and pictures can go online; prints what has to be changed. Under the pinned Node
 * only.
 * @returns {Promise<boolean>}
 */
export async function isContentRight() {
  const { contentProblems, describeProblem } = await import('../../src/content/content-check.server.ts');
  const problems = contentProblems(join(root, 'public'));
  for (const problem of problems) console.error(`✗ ${describeProblem(problem)}`);
  return problems.length === 0;
}
