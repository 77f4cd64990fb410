import { setTimeout as delay } from 'node:timers/promises';
import { type SinkMode, type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atMost, type Finding, none, percentile, timed } from './attack.ts';
import { type FrontMode, type MailFront, startMailFront } from './mail-front.ts';
import { startSiteProcess } from './site-process.ts';
import { beyondOne, deliveredMails, missingFrom, untilDelivered } from './tally.ts';
import { atOnce, createVisitors, type Visitors } from './visitors.ts';

interface Trouble {
  name: string;
  front?: FrontMode;
  sink?: SinkMode;
}

const troubles: readonly Trouble[] = [
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

/** `backWithinMs`: how long the mails have once the server is well; beyond, they count as lost. */
const forms = {
  short: { messages: 60, lastsMs: 300, backWithinMs: 20_000 },
  long: { messages: 500, lastsMs: 8_000, backWithinMs: 120_000 },
};

interface Scene {
  sink: SmtpSink;
  front: MailFront;
  visitors: Visitors;
}

/** Messages come in while the mail server misbehaves. Then it is well again, and every mail leaves without a command (R14). */
async function endure(scene: Scene, trouble: Trouble, index: number, form: keyof typeof forms) {
  const { sink, front, visitors } = scene;
  const { messages, lastsMs, backWithinMs } = forms[form];
  const before = { acknowledged: visitors.ledger.acknowledged.length, times: visitors.ledger.times.length };
  await front.set(trouble.front ?? 'pass');
  sink.mode = trouble.sink ?? 'accept';
  await atOnce(messages, 5, (each) => visitors.send(`essai-m${index}-${each}`));
  await atOnce(10, 5, (each) => visitors.send(`essai-m${index}-wrong-${each}`, { email: 'ada' }));
  await delay(lastsMs);
  sink.mode = 'accept';
  await front.set('pass');
  // Only what hangs is cut off: a mail that the server is just taking would rightly come twice.
  if (trouble.front === 'silent' || trouble.sink === 'hang') front.cut();
  const labels = visitors.ledger.acknowledged.slice(before.acknowledged);
  await untilDelivered(sink, labels, backWithinMs);
  const lost = missingFrom(deliveredMails(sink), labels);
  const p99 = percentile(visitors.ledger.times.slice(before.times), 0.99);
  return [
    none(`lost while it ${trouble.name}`, lost.length + Math.abs(messages - labels.length)),
    timed(atMost(`acceptance, p99, while it ${trouble.name}`, p99, 250, 'ms')),
  ];
}

async function run(form: keyof typeof forms, dataDir: string): Promise<Finding[]> {
  const sink = await startSmtpSink();
  const front = await startMailFront(sink.port);
  const site = await startSiteProcess({ location: { dataDir }, env: { SMTP_URL: front.url } });
  const visitors = createVisitors(site.url);
  const findings: Finding[] = [];
  await atOnce(50, 5, () => visitors.page());
  for (const [index, trouble] of troubles.entries())
    findings.push(...(await endure({ sink, front, visitors }, trouble, index, form)));
  const delivered = deliveredMails(sink);
  findings.push(
    none(
      'mails for messages that were refused',
      visitors.ledger.refused.length - missingFrom(delivered, visitors.ledger.refused).length,
    ),
    none('mails sent twice', beyondOne(delivered)),
    none('answers that were not clean', visitors.ledger.unclean),
  );
  await site.end();
  await front.stop();
  await sink.stop();
  return findings;
}

export const mailTroubles: Attack = {
  goal: 'R2',
  title:
    'the mail server is away, resets, hangs, is slow, puts off, refuses, and is cut after DATA, while messages come in',
  run: async (form, place) => run(form, (await place.location('sqlite')).dataDir),
};
