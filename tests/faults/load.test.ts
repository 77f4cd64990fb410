import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { emptyStore, startSiteOn } from './fault.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { type Answer, createVisitors } from './visitors.ts';

// A tenth of the figures of R12, which `npm run bench -- --only load` measures with clients of their own.
const PAGES = 200;
const MESSAGES = 50;
const SECONDS = 3;
const CROWD = 300;

/** Starts requests at this rate, whether earlier ones were answered or not, as visitors do. */
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
}

it('R12: answers pages and messages at a fixed rate, and a crowd that comes at once', async () => {
  const location = await emptyStore('sqlite');
  const site = await startSiteOn(location);
  const visitors = createVisitors(site.url);
  const pages: Answer[] = [];
  await atRate(50, 1, () => visitors.page());
  await Promise.all([
    atRate(PAGES, SECONDS, async () => pages.push(await visitors.page())),
    atRate(MESSAGES, SECONDS, (index) => visitors.send(`essai-h-${index}`)),
  ]);
  // All at once, each on a connection of its own.
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => visitors.page()));
  const calm = await visitors.page();
  const { acknowledged } = visitors.ledger;
  const code = await site.end();
  const stored = await storedMessages(location);
  expect([...pages, ...crowd].filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect(crowd.filter(({ status, retryAfter }) => status === 503 && !retryAfter)).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(missingFrom(stored, acknowledged), 'lost').toEqual([]);
  expect({ code, status: calm.status }).toEqual({ code: 0, status: 200 });
});
