import { startChild } from '../support/processes.ts';
import { type Attack, atLeast, atMost, type Finding, none, percentile } from './attack.ts';
import { startSiteProcess, troubleLines } from './site-process.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { atOnce, createVisitors, keepDoing } from './visitors.ts';

const VISITORS = 30;

async function run(dataDir: string, lockedMs: number): Promise<Finding[]> {
  const location = { dataDir };
  const site = await startSiteProcess({ location });
  const visitors = createVisitors(site.url);
  const holder = startChild('storage-child.ts', [JSON.stringify(location), 'hold', String(lockedMs)]);
  holder.begin();
  await holder.says('held');
  const pages: number[] = [];
  const statuses: number[] = [];
  const reading = keepDoing(async () => {
    const { status, ms } = await visitors.page();
    statuses.push(status);
    pages.push(ms);
  }, 20);
  const began = performance.now();
  await atOnce(VISITORS, VISITORS, (index) => visitors.send(`essai-l-${index}`));
  const answered = performance.now() - began;
  await reading.stop();
  await holder.finished;
  const { acknowledged, unclean } = visitors.ledger;
  const stored = await storedMessages(location);
  visitors.close();
  await site.end();
  return [
    atLeast('pages read meanwhile', pages.length, 10),
    atMost('slowest page meanwhile', percentile(pages, 1), 1_000, 'ms'),
    none(
      'pages not served',
      statuses.filter((status) => status !== 200),
    ),
    atLeast('messages waited for the lock', answered, lockedMs / 2, 'ms'),
    none('messages not taken once it was free', VISITORS - acknowledged.length),
    none('answers that were not clean', unclean),
    none('lost', missingFrom(stored, acknowledged)),
    none(
      'lines in the log',
      troubleLines(site.output()).filter((line) => line.includes('"level":50')),
    ),
  ];
}

export const storeLocked: Attack = {
  goal: 'R7',
  title:
    'another process holds the lock of the SQLite file for seconds while pages are read and messages come in',
  run: async (form, place) => run((await place.location('sqlite')).dataDir, form === 'short' ? 3_000 : 8_000),
};
