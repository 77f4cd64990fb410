// node scripts/check-content.mjs: lists the studio's own texts, prices, colours and pictures that cannot go online, and exits
// with 1 if there are any. The build runs it first.
import { globSync, readFileSync } from 'node:fs';
import { brandNotes, brandProblems } from '../src/theme/brand-check.ts';
import { orDescribeTypo } from './content-typo.mjs';

const brand = readFileSync('src/theme/brand.json', 'utf8');
const colourProblems = brandProblems(brand);
if (colourProblems.length === 0) for (const note of brandNotes(JSON.parse(brand))) console.error(`! ${note}`);

for (const file of globSync('src/content/*.ts'))
  if (!file.endsWith('.test.ts')) await orDescribeTypo(import(`../${file}`));
const { contentProblems } = await import('../src/content/content-check.server.ts');
const problems = [...colourProblems, ...contentProblems('public')];
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exit(1);
