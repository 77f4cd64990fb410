// node scripts/check-content.mjs: the studio's own texts, prices and pictures, before they are built.
import { join } from 'node:path';
import { runPinned } from './setup/install.mjs';
import { root } from './setup/steps.mjs';

await runPinned(async () => {
  const { contentProblems, describeProblem } = await import('../src/content/content-check.server.ts');
  const problems = contentProblems(join(root, 'public'));
  for (const problem of problems) console.error(`✗ ${describeProblem(problem)}`);
  if (problems.length > 0) process.exitCode = 1;
});
