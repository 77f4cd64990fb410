import { setTimeout as delay } from 'node:timers/promises';
import { runRetention } from '../../src/retention/retention.server.ts';
import { startTestServer } from '../support/server.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atMost, type Finding, none } from './attack.ts';
import { beyondOne, deliveredMails, missingFrom, untilDelivered } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** In the order in which they happen; each while mails wait for another attempt. */
const jumps = [
  { name: 'an hour back', by: -HOUR },
  { name: 'an hour forward', by: HOUR },
  { name: 'a day forward', by: DAY },
  { name: 'a day back', by: -DAY },
];

async function run(messages: number): Promise<Finding[]> {
  let offset = 0;
  const clock = { now: () => Date.now() + offset };
  const sink = await startSmtpSink();
  const server = await startTestServer({ SMTP_URL: sink.url, MAIL_RETRY_SECONDS: '1' }, false, { clock });
  const visitors = createVisitors(server.url);
  const findings: Finding[] = [];
  for (const [index, { name, by }] of jumps.entries()) {
    sink.mode = 'temporary';
    const labels = Array.from({ length: messages }, (_, each) => `essai-j${index}-${each}`);
    await atOnce(messages, 5, (each) => visitors.send(labels[each] as string));
    await delay(300);
    offset += by;
    sink.mode = 'accept';
    const began = performance.now();
    await untilDelivered(sink, labels, 70_000);
    findings.push(
      atMost(`${name}: until the last mail that waited`, (performance.now() - began) / 1_000, 60, 's'),
      none(`${name}: lost`, missingFrom(deliveredMails(sink), labels)),
    );
  }
  findings.push(none('mails sent twice', beyondOne(deliveredMails(sink))));
  const all = messages * jumps.length;
  await runRetention({ storage: server.storage, clock });
  offset += 400 * DAY;
  const { results } = await runRetention({ storage: server.storage, clock });
  const erased = results.find(({ table }) => table === 'message')?.count ?? all;
  findings.push(atMost('400 days forward: messages that one run erases', erased, Math.max(10, all * 0.05)));
  visitors.close();
  await server.stop();
  await sink.stop();
  return findings;
}

export const clockJumps: Attack = {
  goal: 'R10',
  title: 'the clock is set back and forward by hours and days while mails wait, then by a year',
  run: (form) => run(form === 'short' ? 15 : 100),
};
