import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type SinkMode, startSmtpSink } from '../support/smtp-sink.ts';
import { emptyStore, expectFigure, isLong, startSiteOn } from './fault.ts';
import { type FrontMode, startMailFront } from './mail-front.ts';
import { beyondOne, deliveredMails, missingFrom, untilDelivered } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const troubles: readonly { name: string; front?: FrontMode; sink?: SinkMode }[] = [
  { name: 'is away', front: 'down' },
  { name: 'resets every connection', front: 'reset' },
  { name: 'never greets', front: 'silent' },
  { name: 'says every word late', front: 'slow' },
  { name: 'puts recipients off (450)', sink: 'temporary' },
  { name: 'puts mails off (451)', sink: 'defer-data' },
  { name: 'refuses the greeting at the recipient (504)', sink: 'refuse-greeting' },
  { name: 'refuses recipients (550)', sink: 'permanent' },
  { name: 'refuses mails (554)', sink: 'refuse-data' },
  { name: 'hangs after DATA', sink: 'hang' },
  { name: 'is cut after DATA', sink: 'cut' },
];

const MESSAGES = isLong ? 500 : 20;
/** R3. */
const MESSAGES_WHILE_AWAY = isLong ? 1_000 : 40;
const TROUBLE_MS = isLong ? 8_000 : 300;
/** Time for the mails once the server is well; later ones count as lost. The last wait is as long as the trouble was. */
const WELL_MS = isLong ? 300_000 : 60_000;

it('R2, R3: messages come in while the mail server misbehaves, and every mail leaves once it is well again (R14)', async () => {
  const location = await emptyStore('sqlite');
  const sink = await startSmtpSink();
  const front = await startMailFront(sink.port);
  const site = await startSiteOn(location, { SMTP_URL: front.url });
  const visitors = createVisitors(site.url);
  const { acknowledged, refused, unclean, times } = visitors.ledger;
  await atOnce(50, 5, () => visitors.page());
  for (const [index, { name, ...trouble }] of troubles.entries()) {
    const [before, timesBefore] = [acknowledged.length, times.length];
    await front.set(trouble.front ?? 'pass');
    sink.mode = trouble.sink ?? 'accept';
    const messages = trouble.front === 'down' ? MESSAGES_WHILE_AWAY : MESSAGES;
    await atOnce(messages, 5, (each) => sendPatiently(visitors, `essai-m${index}-${each}`));
    await atOnce(10, 5, (each) => visitors.send(`essai-m${index}-wrong-${each}`, { email: 'ada' }));
    await delay(TROUBLE_MS);
    sink.mode = 'accept';
    await front.set('pass');
    // Only hanging exchanges are cut: a mail that the server is accepting would rightly come twice.
    if (trouble.front === 'silent' || trouble.sink === 'hang') front.cut();
    const labels = acknowledged.slice(before);
    await untilDelivered(sink, labels, WELL_MS);
    expect(labels, `taken while it ${name}`).toHaveLength(messages);
    expect(missingFrom(deliveredMails(sink), labels), `lost while it ${name}`).toEqual([]);
    const inOrder = times.slice(timesBefore).sort((a, b) => a - b);
    const p99 = inOrder[Math.ceil(inOrder.length * 0.99) - 1] ?? Number.NaN;
    expectFigure(`acceptance while it ${name}, p99, ms`, p99, { atMost: 250 });
  }
  const delivered = deliveredMails(sink);
  const wrong = refused.filter((label) => !acknowledged.includes(label));
  expect(missingFrom(delivered, wrong), 'no mail for a refused message').toEqual(wrong);
  expect(wrong).toHaveLength(10 * troubles.length);
  expect(beyondOne(delivered), 'sent twice').toBe(0);
  expect(unclean).toEqual([]);
  await front.stop();
  await sink.stop();
});

/** Sends a message, again when told to come back: other tests may keep the machine, and so the event loop, busy (R12). */
async function sendPatiently(visitors: ReturnType<typeof createVisitors>, label: string): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const { status, retryAfter } = await visitors.send(label);
    if (status !== 503) return;
    await delay(1000 * Number(retryAfter));
  }
}
