import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { emptyStore, expectFigure, isLong, percentile, startSiteOn } from './fault.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { type Answer, createVisitors } from './visitors.ts';

const PAGES = isLong ? 2_000 : 200;
const MESSAGES = isLong ? 500 : 50;
const SECONDS = isLong ? 60 : 3;
const CROWD = isLong ? 4_000 : 300;

/** Begins so many requests a second whether earlier ones were answered or not, as visitors do. */
async function atRate(perSecond: number, seconds: number, ask: (index: number) => Promise<unknown>) {
  const began = performance.now();
  const pending: Promise<unknown>[] = [];
  const all = perSecond * seconds;
  while (pending.length < all) {
    const due = Math.min(all, Math.floor(((performance.now() - began) * perSecond) / 1_000));
    while (pending.length < due) pending.push(ask(pending.length));
    await delay(2);
  }
  await Promise.all(pending);
  return all / ((performance.now() - began) / 1_000);
}

it('R12: pages and messages at a fixed rate for a while, then everybody at once', async () => {
  const location = await emptyStore('sqlite');
  const site = await startSiteOn(location);
  const visitors = createVisitors(site.url);
  const pages: Answer[] = [];
  await atRate(50, 1, () => visitors.page());
  const [pageRate, messageRate] = await Promise.all([
    atRate(PAGES, SECONDS, async () => pages.push(await visitors.page())),
    atRate(MESSAGES, SECONDS, (index) => visitors.send(`essai-h-${index}`)),
  ]);
  // Everybody at once, each on a connection of their own.
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => visitors.page()));
  const calm = await visitors.page();
  const { acknowledged, times } = visitors.ledger;
  const code = await site.end();
  const stored = await storedMessages(location);
  const shed = pages.filter(({ status }) => status === 503);
  expectFigure(`pages a second, of ${PAGES}`, pageRate, { atLeast: PAGES * 0.98 });
  expectFigure(`messages a second, of ${MESSAGES}`, messageRate, { atLeast: MESSAGES * 0.98 });
  expectFigure(
    'pages, p99, ms',
    percentile(
      pages.map(({ ms }) => ms),
      0.99,
    ),
    { atMost: 200 },
  );
  expectFigure('messages, p99, ms', percentile(times, 0.99), { atMost: 200 });
  // Beside other work the loop is late, and the site sheds load as it should.
  expectFigure('pages refused for lack of time', shed.length, { atMost: 0 });
  expectFigure('messages not taken', MESSAGES * SECONDS - acknowledged.length, { atMost: 0 });
  expect([...pages, ...crowd].filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect(crowd.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
  expect(missingFrom(stored, acknowledged), 'lost').toEqual([]);
  expect({ code, status: calm.status }).toEqual({ code: 0, status: 200 });
});
