import { expect, it } from 'vitest';
import { errorLines } from '../support/site.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { emptyStore, isLong, startSiteOn } from './fault.ts';
import { beyondOne, deliveredMails, missingFrom, storedMessages, untilDelivered } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const MESSAGES = isLong ? 2_000 : 80;
const TWINS = 20;
/** Limit in milliseconds; this server greets after 0.1 s, so two processes send about twenty mails a second. */
const DELIVERED_WITHIN_MS = isLong ? 300_000 : 60_000;

it.each(['sqlite', 'postgres'] as const)(
  'R5: two processes on one store take the same messages and deliver the same queue (%s)',
  async (engine) => {
    const location = await emptyStore(engine);
    const sink = await sinkForTest();
    const env = { SMTP_URL: sink.url };
    const sites = await Promise.all([startSiteOn(location, env), startSiteOn(location, env)]);
    const visitors = sites.map(({ url }) => createVisitors(url));
    await atOnce(MESSAGES, 10, async (index) => visitors[index % 2]?.send(`essai-p-${index}`));
    // The same message goes through both at once, as when a proxy retries or a visitor clicks twice.
    await atOnce(TWINS, 4, (index) => Promise.all(visitors.map(({ send }) => send(`essai-twin-${index}`))));
    const acknowledged = [...new Set(visitors.flatMap(({ ledger }) => ledger.acknowledged))];
    await untilDelivered(sink, acknowledged, DELIVERED_WITHIN_MS);
    const stored = await storedMessages(location);
    const delivered = deliveredMails(sink);
    const codes = await Promise.all(sites.map((site) => site.end()));
    expect(acknowledged).toHaveLength(MESSAGES + TWINS);
    expect(missingFrom(stored, acknowledged), 'lost').toEqual([]);
    expect(beyondOne(stored), 'stored twice').toBe(0);
    expect(beyondOne(delivered), 'sent twice').toBe(0);
    expect(codes).toEqual([0, 0]);
    expect(sites.flatMap(({ output }) => errorLines(output()))).toEqual([]);
  },
);
