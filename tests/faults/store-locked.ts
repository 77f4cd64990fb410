import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/launched.ts';
import { startChild } from '../support/processes.ts';
import { type Attack, atLeast, atMost, type Finding, none, percentile, timed } from './attack.ts';
import { startSiteProcess, troubleLines } from './site-process.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { atOnce, createVisitors, keepDoing } from './visitors.ts';

const VISITORS = 30;
const PAGES = 10;
/** The site gives up on the lock after ten seconds. */
const LONGEST_LOCK_MS = 8_000;

async function run(dataDir: string, lockedMs: number): Promise<Finding[]> {
  const location = { dataDir };
  const site = await startSiteProcess({ location });
  const visitors = createVisitors(site.url);
  const holder = startChild('storage-child.ts', [JSON.stringify(location), 'hold']);
  await holder.says('held');
  const pages: number[] = [];
  const statuses: number[] = [];
  const reading = keepDoing(async () => {
    const { status, ms } = await visitors.page();
    statuses.push(status);
    pages.push(ms);
  }, 20);
  let answered = 0;
  const sending = atOnce(VISITORS, VISITORS, async (index) => {
    await visitors.send(`essai-l-${index}`);
    answered += 1;
  });
  await delay(lockedMs);
  await until(async () => pages.length >= PAGES, site.output, LONGEST_LOCK_MS - lockedMs).catch(() => {});
  const whileLocked = { pages: pages.length, messages: answered };
  holder.go();
  await sending;
  await reading.stop();
  await holder.finished;
  const { acknowledged, unclean } = visitors.ledger;
  const stored = await storedMessages(location);
  await site.end();
  return [
    atLeast('pages read before it let go', whileLocked.pages, PAGES),
    timed(atMost('slowest page meanwhile', percentile(pages, 1), 1_000, 'ms')),
    none(
      'pages not served',
      statuses.filter((status) => status !== 200),
    ),
    none('messages answered before it let go', whileLocked.messages),
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
  run: async (form, place) =>
    run((await place.location('sqlite')).dataDir, form === 'short' ? 3_000 : LONGEST_LOCK_MS),
};
