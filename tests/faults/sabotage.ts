// Breaks a copy of the site in each way of sabotages.ts and sees that the attack on it fails. Run by
// `npm run test:faults -- --sabotage`; exit code 1 when an attack did not notice.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceEach } from '../deploy/proxy.ts';
import { ROOT } from '../support/root.ts';
import { sabotageReport, writeReport } from './report.ts';
import { type Sabotage, sabotages } from './sabotages.ts';

const COPIED = ['package.json', 'src', 'tests', 'migrations', 'dist', 'deploy', 'scripts'];

interface Noticed {
  sabotage: Sabotage;
  /** What the attack found wrong; empty when it noticed nothing. */
  findings: string[];
}

const { values } = parseArgs({
  options: { sabotage: { type: 'boolean' }, only: { type: 'string', default: '' } },
});
const only = values.only.split(',').filter(Boolean);
const chosen = sabotages.filter(({ goal }) => only.length === 0 || only.includes(goal));
const results: Noticed[] = [];
for (const sabotage of chosen) results.push(await notice(sabotage));
const report = sabotageReport(results, new Date());
process.stdout.write(`${report}\n`);
if (only.length === 0) writeReport(join(ROOT, 'docs/operations/faults.md'), 'sabotage', report);
if (results.length === 0 || results.some(({ findings }) => findings.length === 0)) process.exitCode = 1;

async function notice(sabotage: Sabotage): Promise<Noticed> {
  process.stderr.write(`${sabotage.goal}: ${sabotage.what}\n`);
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-sabotage-'));
  try {
    for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const file = join(copy, sabotage.file);
    writeFileSync(file, replaceEach(readFileSync(file, 'utf8'), sabotage.changes));
    return { sabotage, findings: await attack(copy, sabotage.goal) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The findings that do not hold, as the report of the attack words them. */
function attack(copy: string, goal: string): Promise<string[]> {
  const words = ['tests/faults/long.ts', '--short', '--only', goal];
  return new Promise((settle) => {
    execFile(process.execPath, words, { cwd: copy, maxBuffer: 64_000_000 }, (_error, stdout) => {
      const lines = stdout.split('\n').filter((line) => line.endsWith('| **no** |'));
      settle(
        lines.map((line) =>
          line
            .split('|')
            .slice(1, 3)
            .map((cell) => cell.trim())
            .join(': '),
        ),
      );
    });
  });
}
