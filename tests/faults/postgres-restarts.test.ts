import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../support/launched.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { emptyStore, expectFigure, isLong, startSiteOn } from './fault.ts';
import { beyondOne, deliveredMails, missingFrom, storedMessages, untilDelivered } from './tally.ts';
import { createVisitors, keepDoing } from './visitors.ts';

const RESTARTS = isLong ? 3 : 1;
/** An outage lasts this long, in milliseconds; messages wait for ten seconds, even while the server starts. */
const AWAY_MS = isLong ? 15_000 : 4_000;

/** One outage may log this many lines at level warn or worse: one per place and kind of failure. */
const LINES = 16;

/** Number of messages before, between and after the outages, however long those take. */
const MESSAGES_BETWEEN = 30;

it('R8: loses no message while PostgreSQL goes away and comes back', async () => {
  const { dataDir } = await emptyStore('sqlite');
  const server = await startPostgres();
  onTestFinished(server.remove);
  const sink = await sinkForTest();
  const location = { dataDir, databaseUrl: await createDatabase(server.url) };
  const site = await startSiteOn(location, { SMTP_URL: sink.url });
  const visitors = createVisitors(site.url);
  const { acknowledged, refused, unclean } = visitors.ledger;
  const pages: number[] = [];
  const reading = keepDoing(async () => pages.push((await visitors.page()).status), 50);
  let sent = 0;
  const writing = keepDoing(() => visitors.send(`essai-d-${sent++}`), 40, 3);
  const untilTaken = async (more: number) => {
    const wanted = acknowledged.length + more;
    await until(async () => acknowledged.length >= wanted, site.output);
  };
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    await untilTaken(MESSAGES_BETWEEN);
    await server.stop();
    await delay(AWAY_MS);
    await server.start();
    const back = performance.now();
    await untilTaken(1);
    expectFigure('from its return to the next message, ms', performance.now() - back, { atMost: 5_000 });
  }
  await untilTaken(MESSAGES_BETWEEN);
  await writing.stop();
  await reading.stop();
  await untilDelivered(sink, acknowledged, 120_000);
  const delivered = deliveredMails(sink);
  const stored = await storedMessages(location);
  expect(await site.end()).toBe(0);
  if (isLong) expect(refused.length, 'messages refused while it was away').toBeGreaterThanOrEqual(RESTARTS);
  else expect(refused, 'R28: refused during a short restart').toEqual([]);
  expect(missingFrom(stored, acknowledged), 'lost').toEqual([]);
  expect(beyondOne(stored), 'stored twice').toBe(0);
  // A delivery whose outcome could not be written is noted later, and not repeated.
  expect(beyondOne(delivered), 'sent twice').toBe(0);
  expect(unclean).toEqual([]);
  expect(pages.filter((status) => status !== 200)).toEqual([]);
  const trouble = site.output().matchAll(/^\{"level":[456]0,.*$/gm);
  const lines = Array.from(trouble, String);
  expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(LINES);
});
