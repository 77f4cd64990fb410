// node scripts/check-content.mjs: lists the studio's own texts, prices and pictures that cannot go online, and exits with 1 if
// there are any. The build runs it first.
import { globSync } from 'node:fs';
import { orDescribeTypo } from './content-typo.mjs';

for (const file of globSync('src/content/*.ts'))
  if (!file.endsWith('.test.ts')) await orDescribeTypo(import(`../${file}`));
const { contentProblems } = await import('../src/content/content-check.server.ts');
const problems = contentProblems('public');
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exit(1);
