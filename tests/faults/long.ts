// The long form of kill.test.ts: node tests/faults/long.ts [kills] [messages per life] [sqlite | postgres]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.ts';
import { killRepeatedly } from './kill.ts';

const [kills = '50', messages = '110', engine = 'sqlite'] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-kill-'));
const server = engine === 'postgres' ? await startPostgres() : undefined;
const report = await killRepeatedly({
  location: { dataDir, databaseUrl: server?.url },
  kills: Number(kills),
  messagesPerLife: Number(messages),
});
await server?.remove();
await rm(dataDir, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ engine, kills: Number(kills), ...report }, null, 2)}\n`);
const bad = report.lost.length + report.repeated.length + report.undelivered.length;
if (bad + report.unmatched + report.differentIds > 0 || report.extraMails > Number(kills))
  process.exitCode = 1;
