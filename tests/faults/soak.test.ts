import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sinkForTest } from '../support/smtp-sink.ts';
import { emptyStore, expectFigure, isLong, residentMB, startSiteOn } from './fault.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { type Answer, createVisitors, keepDoing } from './visitors.ts';

/** Visitors who come at once, each on a connection of their own. */
const CROWD = 300;

/** Duration of the long form in minutes (SOAK_MINUTES). */
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60);
const WARM_UP_MS = isLong ? Math.min(5, MINUTES / 4) * 60_000 : 1_000;
const LASTS_MS = isLong ? MINUTES * 60_000 : 3_000;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

// `npm run bench -- --only load` gives the figures of R12, with clients of its own.
it('R12, R13: memory stays bounded under pages, messages and mails, and a crowd that comes at once is answered', async () => {
  const sink = await sinkForTest();
  const location = await emptyStore('sqlite');
  const site = await startSiteOn(location, { SMTP_URL: sink.url });
  const visitors = createVisitors(site.url);
  const paths = ['/', '/contact', '/about', '/legal-mention', '/privacy', '/readyz', '/nulle-part'];
  const wrong: number[] = [];
  /** Number of pages that were put off, which is right while other work keeps the machine busy. */
  let later = 0;
  const reading = keepDoing(
    async (turn) => {
      const { status, retryAfter } = await visitors.page(paths[turn % paths.length]);
      if (status === 503 && retryAfter) later += 1;
      else if (![200, 404].includes(status)) wrong.push(status);
    },
    10,
    4,
  );
  let sent = 0;
  const writing = keepDoing(() => visitors.send(`essai-k-${sent++}`), 50, 3);
  // Received mails are dropped, because they would grow in this process.
  const forgetting = keepDoing(async () => sink.messages.splice(0), 1_000);
  await delay(WARM_UP_MS);
  const sizes: number[] = [];
  for (const began = performance.now(); performance.now() - began < LASTS_MS; await delay(LASTS_MS / 50))
    sizes.push(await residentMB(site));
  const visits = await reading.stop();
  await writing.stop();
  await forgetting.stop();
  const fifth = Math.max(1, Math.floor(sizes.length / 5));
  const growth = mean(sizes.slice(-fifth)) - mean(sizes.slice(0, fifth));
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => visitors.page()));
  const calm = await visitors.page();
  const code = await site.end();
  const { acknowledged, refused, unclean } = visitors.ledger;
  expectFigure('growth of its memory after warming up, MB', growth, { atMost: 50 });
  expect(growth).toBeLessThan(50);
  expectFigure('pages read meanwhile', visits, { atLeast: LASTS_MS / 100 });
  expect(wrong, 'pages not served').toEqual([]);
  expect(unclean, 'messages without a clean answer').toEqual([]);
  const putOff = (later + refused.length) / (visits + sent);
  expectFigure('pages and messages put off, share', putOff, { atMost: 0.01 });
  expect(putOff).toBeLessThan(0.5);
  expect(missingFrom(await storedMessages(location), acknowledged), 'lost').toEqual([]);
  const isAnswered = ({ status, retryAfter }: Answer) => status === 200 || (status === 503 && retryAfter);
  expect(crowd.filter((answer) => !isAnswered(answer))).toEqual([]);
  expect({ code, status: calm.status }).toEqual({ code: 0, status: 200 });
});
