import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { until } from '../support/launched.ts';
import { errorLines } from '../support/site.ts';
import { holdLock } from '../support/storage.ts';
import { emptyStore, expectFigure, isLong, startSiteOn } from './fault.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { type Answer, atOnce, createVisitors, keepDoing } from './visitors.ts';

const VISITORS = 30;
const PAGES = 3;
/** The longest lock, in milliseconds; the site gives up waiting after ten seconds. */
const LONGEST_LOCK_MS = 8_000;
const LOCKED_MS = isLong ? LONGEST_LOCK_MS : 3_000;

it('R7: loses no message while another process holds the lock of the SQLite file for seconds', async () => {
  const location = await emptyStore('sqlite');
  const site = await startSiteOn(location);
  const visitors = createVisitors(site.url);
  const letGo = holdLock(location);
  const pages: Answer[] = [];
  const reading = keepDoing(async () => pages.push(await visitors.page()), 20);
  let answered = 0;
  const sending = atOnce(VISITORS, VISITORS, async (index) => {
    await visitors.send(`essai-l-${index}`);
    answered += 1;
  });
  await delay(LOCKED_MS);
  await until(async () => pages.length >= PAGES, site.output, LONGEST_LOCK_MS - LOCKED_MS).catch(() => {});
  const whileLocked = { pages: pages.length, answered };
  letGo();
  await sending;
  await reading.stop();
  const { acknowledged } = visitors.ledger;
  const stored = await storedMessages(location);
  await site.end();
  expect(whileLocked.pages).toBeGreaterThanOrEqual(PAGES);
  const slowest = Math.max(...pages.map(({ ms }) => ms));
  expectFigure('slowest page meanwhile, ms', slowest, { atMost: 1_000 });
  expect(pages.filter(({ status }) => status !== 200)).toEqual([]);
  expect(whileLocked.answered, 'messages answered before it let go').toBe(0);
  expect(acknowledged).toHaveLength(VISITORS);
  expect(missingFrom(stored, acknowledged), 'lost').toEqual([]);
  expect(errorLines(site.output())).toEqual([]);
});
