// node scripts/check-content.mjs: lists the owner's texts, prices, colours and pictures that cannot go online, and exits with 1
// if there are any. The build and npm run check begin with it.
import { readFileSync } from 'node:fs';
import { contentNotes, contentProblems } from '../src/content-check/content-check.server.ts';
import { brandNotes, brandProblems } from '../src/theme/brand-check.ts';
import { root } from './setup/steps.mjs';

const brand = readFileSync(`${root}/src/theme/brand.json`, 'utf8');
const colourProblems = brandProblems(brand);
if (colourProblems.length === 0) for (const note of brandNotes(JSON.parse(brand))) console.error(`! ${note}`);

const problems = [...colourProblems, ...(await contentProblems(root, `${root}/public`))];
if (problems.length === 0) for (const note of await contentNotes(root)) console.error(`! ${note}`);
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exit(1);
