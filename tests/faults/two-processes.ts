import type { StorageLocation } from '../../src/storage/open-storage.server.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, type Finding, none } from './attack.ts';
import { startSiteProcess, troubleLines } from './site-process.ts';
import { beyondOne, deliveredMails, missingFrom, storedMessages, untilDelivered } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const TWINS = 40;

async function run(location: StorageLocation, messages: number): Promise<Finding[]> {
  const sink = await startSmtpSink();
  const options = { location, env: { SMTP_URL: sink.url } };
  const sites = await Promise.all([startSiteProcess(options), startSiteProcess(options)]);
  const visitors = sites.map(({ url }) => createVisitors(url));
  await atOnce(messages, 10, async (index) => visitors[index % 2]?.send(`essai-p-${index}`));
  // The same message at the same time through both: a proxy that tries again, a visitor who clicks twice.
  await atOnce(TWINS, 4, (index) => Promise.all(visitors.map(({ send }) => send(`essai-twin-${index}`))));
  const acknowledged = [...new Set(visitors.flatMap(({ ledger }) => ledger.acknowledged))];
  await untilDelivered(sink, acknowledged, 30_000);
  const stored = await storedMessages(location);
  const delivered = deliveredMails(sink);
  const codes = (await Promise.all(sites.map((site) => site.end()))).map(({ code }) => code);
  await sink.stop();
  const lines = sites.flatMap(({ output }) => troubleLines(output()));
  return [
    none('not acknowledged', messages + TWINS - acknowledged.length),
    none('lost', missingFrom(stored, acknowledged).length + missingFrom(delivered, acknowledged).length),
    none('stored twice', beyondOne(stored)),
    none('mails sent twice', beyondOne(delivered)),
    none(
      'processes that did not leave with 0',
      codes.filter((code) => code !== 0),
    ),
    none(
      'errors in the log',
      lines.filter((line) => line.includes('"level":50')),
    ),
  ];
}

export const twoProcesses: readonly Attack[] = (['sqlite', 'postgres'] as const).map((engine) => ({
  goal: 'R5',
  title: `two processes on one store take the same messages and deliver the same queue (${engine})`,
  run: async (form, place) => run(await place.location(engine), form === 'short' ? 200 : 2_000),
}));
