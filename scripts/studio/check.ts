// node scripts/studio/check.ts [folder]: lists the faults of a studio's folder, and exits with 1 if there are any.
import { resolve } from 'node:path';
import { studioFolder } from '../setup/studio-folder.mjs';
import { readStudio } from './read.ts';

const [given] = process.argv.slice(2);
const { faults, notes } = await readStudio(given === undefined ? studioFolder() : resolve(given));
for (const note of notes) console.error(`! ${note}`);
for (const fault of faults) console.error(`✗ ${fault}`);
if (faults.length > 0) process.exitCode = 1;
