// node scripts/check-content.mjs: the studio's own texts, prices and pictures, before they are built. Runs under the pinned Node.
import { join } from 'node:path';
import { describeProblem } from '../src/content/content-problem.ts';
import { identityProblems } from '../src/content/identity-check.ts';
import { mediaProblems } from '../src/content/media-check.server.ts';
import { offersProblems } from '../src/content/offers-check.ts';
import { root } from './setup/steps.mjs';

const problems = [...identityProblems(), ...offersProblems(), ...mediaProblems(join(root, 'public'))];
for (const problem of problems) console.error(`✗ ${describeProblem(problem)}`);
if (problems.length > 0) process.exit(1);
