// Every attack with the full numbers, one after the other: see `usage`, or docs/operations/faults.md.
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { type Attack, type Form, holds } from './attack.ts';
import { attacks } from './attacks.ts';
import { openPlace } from './place.ts';
import { loadNow, type Outcome, reportOf } from './report.ts';
import { endLeftSites } from './site-process.ts';

const usage = `npm run test:faults -- [--only R2,R8] [--short] [--soak-minutes n]
  --only          these goals
  --short         the numbers of npm test
  --soak-minutes  how long R13 lasts; 60 by default
`;

const { only, form, soakMinutes } = readArguments();
const chosen = Object.values<readonly Attack[]>(attacks)
  .flat()
  .filter(({ goal }) => only.length === 0 || only.includes(goal))
  .toSorted((a, b) => Number(a.goal.slice(1)) - Number(b.goal.slice(1)));
const server = await startPostgres();
const place = openPlace(server.url, { soakMinutes });
const outcomes: Outcome[] = [];
for (const attack of chosen) outcomes.push(await carryOut(attack));
await place.close();
await server.remove();

const report = reportOf(outcomes, form, new Date());
process.stdout.write(`${report}\n`);
if (outcomes.length === 0 || outcomes.some(({ findings }) => !findings.every(holds))) process.exitCode = 1;
// What an attack that failed has left open must not keep this process.
process.exit();

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', default: '' },
        short: { type: 'boolean', default: false },
        'soak-minutes': { type: 'string', default: '60' },
      },
    });
    const form: Form = values.short ? 'short' : 'long';
    return {
      only: values.only.split(',').filter(Boolean),
      form,
      soakMinutes: Number(values['soak-minutes']),
    };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    process.exit(2);
  }
}

/** An attack that fails in itself is a finding too, and does not take the others with it. */
async function carryOut(attack: Attack): Promise<Outcome> {
  process.stderr.write(`${attack.goal}: ${attack.title}\n`);
  const began = performance.now();
  const loadBefore = loadNow();
  const findings = await attack.run(form, place).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    return [{ what: 'carried out', value: 0, unit: '' as const, atLeast: 1 }];
  });
  await endLeftSites();
  return { attack, findings, seconds: (performance.now() - began) / 1000, loadBefore };
}
