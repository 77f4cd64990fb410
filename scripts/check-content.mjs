// node scripts/check-content.mjs: says what has to be changed in the studio's own texts, prices and pictures before they go online, and
// ends with 1. The build begins with it.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { orDescribeTypo } from './content-typo.mjs';
import { root } from './setup/steps.mjs';

for (const file of globSync('src/content/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }))
  await orDescribeTypo(import(`../${file}`));
const { contentProblems } = await import('../src/content/content-check.server.ts');
const problems = contentProblems(join(root, 'public'));
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exit(1);
