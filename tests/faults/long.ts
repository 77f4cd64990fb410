// Every attack with the full numbers, one after the other: see docs/operations/faults.md.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { type Attack, described, type Form, holds } from './attack.ts';
import { attacks } from './attacks.ts';
import { openPlace } from './place.ts';
import { endLeftSites } from './site-process.ts';

const { values } = parseArgs({
  options: {
    /** These goals, such as `R2,R8`. */
    only: { type: 'string', default: '' },
    /** The numbers of `npm test`. */
    short: { type: 'boolean', default: false },
    /** How long R13 lasts. */
    'soak-minutes': { type: 'string', default: '60' },
  },
});
const form: Form = values.short ? 'short' : 'long';
const only = values.only.split(',').filter(Boolean);
const chosen = Object.values<readonly Attack[]>(attacks)
  .flat()
  .filter(({ goal }) => only.length === 0 || only.includes(goal))
  .toSorted((a, b) => Number(a.goal.slice(1)) - Number(b.goal.slice(1)));
const server = await startPostgres();
const place = openPlace(server.url, { soakMinutes: Number(values['soak-minutes']) });
let allHeld = chosen.length > 0;
for (const attack of chosen) allHeld = (await carryOut(attack)) && allHeld;
await place.close();
await server.remove();
if (!allHeld) process.exitCode = 1;
// What an attack that failed has left open must not keep this process.
process.exit();

/** Prints what was found, and tells whether all of it held. An attack that fails in itself takes no other with it. */
async function carryOut(attack: Attack): Promise<boolean> {
  process.stdout.write(`\n${attack.goal}: ${attack.title} (load ${loadavg()[0]?.toFixed(1)})\n`);
  const began = performance.now();
  try {
    const findings = await attack.run(form, place);
    for (const finding of findings)
      process.stdout.write(`${holds(finding) ? '✓' : '✗'} ${described(finding)}\n`);
    process.stdout.write(`${Math.round((performance.now() - began) / 1000)} s\n`);
    return findings.every(holds);
  } catch (error) {
    process.stdout.write(`✗ ${error instanceof Error ? error.stack : error}\n`);
    return false;
  } finally {
    await endLeftSites();
  }
}
