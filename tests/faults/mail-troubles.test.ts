import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type SinkMode, sinkForTest } from '../support/smtp-sink.ts';
import { emptyStore, expectFigure, isLong, quantile, startSiteOn } from './fault.ts';
import { beyondOne, deliveredMails, missingFrom, untilDelivered } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const troubles: readonly [SinkMode | 'away', string][] = [
  ['away', 'is away'],
  ['reset', 'resets every connection'],
  ['silent', 'never greets'],
  ['slow', 'says every word late'],
  ['temporary', 'puts recipients off (450)'],
  ['defer-data', 'puts mails off (451)'],
  ['refuse-greeting', 'refuses the greeting at the recipient (504)'],
  ['permanent', 'refuses recipients (550)'],
  ['refuse-data', 'refuses mails (554)'],
  ['hang', 'hangs after DATA'],
  ['cut', 'is cut after DATA'],
];

const MESSAGES = isLong ? 500 : 10;
/** R3 names this number of messages. */
const MESSAGES_WHILE_AWAY = isLong ? 1_000 : 20;
const WRONG_MESSAGES = isLong ? 10 : 2;
const TROUBLE_MS = isLong ? 8_000 : 300;
/** Time for the mails once the server is well; later ones count as lost. The last wait is as long as the trouble was. */
const WELL_MS = isLong ? 300_000 : 60_000;

it('R2, R3: messages come in while the mail server misbehaves, and every mail leaves once it is well again (R14)', async () => {
  const location = await emptyStore('sqlite');
  const sink = await sinkForTest();
  const site = await startSiteOn(location, { SMTP_URL: sink.url });
  const visitors = createVisitors(site.url);
  const { acknowledged, refused, unclean, times } = visitors.ledger;
  await atOnce(50, 5, () => visitors.page());
  for (const [index, [mode, name]] of troubles.entries()) {
    const [before, timesBefore] = [acknowledged.length, times.length];
    if (mode === 'away') await sink.leave();
    else sink.mode = mode;
    const messages = mode === 'away' ? MESSAGES_WHILE_AWAY : MESSAGES;
    await atOnce(messages, 5, (each) => visitors.send(`essai-m${index}-${each}`));
    await atOnce(WRONG_MESSAGES, 5, (each) =>
      visitors.send(`essai-m${index}-wrong-${each}`, { email: 'ada' }),
    );
    await delay(TROUBLE_MS);
    if (mode === 'away') await sink.comeBack();
    sink.mode = 'accept';
    // Only hanging exchanges are cut, because a mail that the server is accepting would rightly come twice.
    if (mode === 'silent' || mode === 'hang') sink.cut();
    const labels = acknowledged.slice(before);
    expect(labels, `taken while it ${name}`).toHaveLength(messages);
    await untilDelivered(sink, labels, WELL_MS);
    const p99 = quantile(times.slice(timesBefore), 0.99);
    expectFigure(`acceptance while it ${name}, p99, ms`, p99, { atMost: 250 });
  }
  const delivered = deliveredMails(sink);
  const wrong = refused.filter((label) => !acknowledged.includes(label));
  expect(missingFrom(delivered, wrong), 'no mail for a refused message').toEqual(wrong);
  expect(wrong).toHaveLength(WRONG_MESSAGES * troubles.length);
  expect(beyondOne(delivered), 'sent twice').toBe(0);
  expect(unclean).toEqual([]);
});
