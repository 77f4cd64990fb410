import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage, type StorageLocation } from '../../src/storage/open-storage.server.ts';
import { aMessageRow } from '../support/message-row.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, type Finding, none } from './attack.ts';
import { type SiteProcess, startSiteProcess, troubleLines } from './site-process.ts';
import { beyondOne, deliveredMails, missingFrom, storedMessages, untilDelivered } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const TWINS = 40;
const OLD = 60;
const YEAR_MS = 366 * 86_400_000;

/** Messages that were due for erasing yesterday. */
async function storeOldMessages(location: StorageLocation): Promise<void> {
  const storage = await openStorage(location);
  await migrate(storage);
  const rows = Array.from({ length: OLD }, (_, index) =>
    aMessageRow({ id: `old-${index}`, received_at: Date.now() - YEAR_MS - index, body: 'ancien' }),
  );
  await storage.db.insertInto('message').values(rows).execute();
  await storage.close();
}

/** Several processes erase at once; gives how many rows each says that it erased, and how many failed. */
async function raceRetention(site: SiteProcess) {
  const runs = await Promise.all([1, 2, 3, 4].map(() => site.cli('advanced', 'retention', '--json')));
  const erased = runs.map(({ code, stdout }) => {
    if (code !== 0) return 0;
    const { results } = JSON.parse(stdout) as { results: { table: string; count: number }[] };
    return results.find(({ table }) => table === 'message')?.count ?? 0;
  });
  return {
    erased: erased.reduce((sum, count) => sum + count, 0),
    failed: runs.filter(({ code }) => code !== 0).length,
  };
}

async function run(location: StorageLocation, messages: number): Promise<Finding[]> {
  const sink = await startSmtpSink();
  const options = { location, env: { SMTP_URL: sink.url } };
  const sites = await Promise.all([startSiteProcess(options), startSiteProcess(options)]);
  const visitors = sites.map(({ url }) => createVisitors(url));
  await atOnce(messages, 10, (index) => visitors[index % 2]?.send(`essai-p-${index}`) as Promise<unknown>);
  // The same message at the same time through both: a proxy that tries again, a visitor who clicks twice.
  await atOnce(TWINS, 4, (index) => Promise.all(visitors.map(({ send }) => send(`essai-twin-${index}`))));
  const acknowledged = [...new Set(visitors.flatMap(({ ledger }) => ledger.acknowledged))];
  await untilDelivered(sink, acknowledged, 30_000);
  await storeOldMessages(location);
  const { erased, failed } = await raceRetention(sites[0]);
  const stored = await storedMessages(location);
  const delivered = deliveredMails(sink);
  const codes = (await Promise.all(sites.map((site) => site.end()))).map(({ code }) => code);
  await sink.stop();
  return [
    none('not acknowledged', messages + TWINS - acknowledged.length),
    none('lost', missingFrom(stored, acknowledged).length + missingFrom(delivered, acknowledged).length),
    none('stored twice', beyondOne(stored)),
    none('mails sent twice', beyondOne(delivered)),
    none('old messages not erased exactly once', Math.abs(OLD - erased)),
    none('runs of retention that failed', failed),
    none(
      'processes that did not leave with 0',
      codes.filter((code) => code !== 0),
    ),
    none(
      'errors in the log',
      sites.flatMap(({ output }) => troubleLines(output()).filter((line) => line.includes('"level":50'))),
    ),
  ];
}

export const twoProcesses: readonly Attack[] = (['sqlite', 'postgres'] as const).map((engine) => ({
  goal: 'R5',
  title: `two processes on one store take the same messages, deliver the same queue, and four erase at once (${engine})`,
  run: async (form, place) => run(await place.location(engine), form === 'short' ? 200 : 2_000),
}));
