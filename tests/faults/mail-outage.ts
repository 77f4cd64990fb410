import { randomUUID } from 'node:crypto';
import { createDelivery } from '../../src/mail/delivery.server.ts';
import { createCompose } from '../../src/mail/notification.server.ts';
import { createTransport } from '../../src/mail/smtp.server.ts';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { aMessage, handClock, storeMessages } from '../support/contact.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atMost, type Finding, none } from './attack.ts';
import { beyondOne, deliveredMails, missingFrom } from './tally.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const STEP = 10 * SECOND;
const BAD = 'mauvaise@exemple.fr';

/** A delivery of which both clocks are moved by hand, and the gaps between its attempts. */
function simulate(storage: Storage, smtpUrl: string) {
  const clock = handClock();
  let monotonic = 0;
  let lastAttempt = 0;
  const gaps: number[] = [];
  const real = createTransport({ url: smtpUrl, name: 'www.exemple.fr' });
  const nothing = () => {};
  const delivery = createDelivery({
    storage,
    transport: {
      ...real,
      send(mail, signal) {
        gaps.push(monotonic - lastAttempt);
        lastAttempt = monotonic;
        return real.send(mail, signal);
      },
    },
    compose: createCompose({ from: 'a@exemple.fr', to: 'b@exemple.fr', siteUrl: 'https://www.exemple.fr' }),
    clock,
    logger: { info: nothing, warn: nothing, error: nothing },
    owner: randomUUID(),
    random: Math.random,
    firstRetryMs: 30 * SECOND,
    monotonic: () => monotonic,
  });
  return {
    delivery,
    gaps,
    clock,
    pass(milliseconds: number) {
      clock.advance(milliseconds);
      monotonic += milliseconds;
    },
  };
}

async function outage(dataDir: string, hours: number, messages: number): Promise<Finding[]> {
  const sink = await startSmtpSink();
  await sink.stop();
  const storage = await openStorage({ dataDir });
  await migrate(storage);
  const { delivery, gaps, clock, pass } = simulate(storage, sink.url);
  const labels = Array.from({ length: messages }, (_, index) => `essai-o-${index}`);
  const waiting = [...labels];
  for (let time = 0; time < hours * HOUR; time += STEP) {
    if (time % HOUR === 0) {
      const arriving = waiting.splice(0, Math.ceil(messages / hours));
      const group = arriving.map((message) => aMessage({ message }));
      if (group.length > 0) await storeMessages(storage, group, clock.now());
    }
    await delivery.idle();
    pass(STEP);
  }
  await storeMessages(storage, [aMessage({ message: 'essai-bad', email: BAD })], clock.now());
  const attempts = gaps.length;
  const longestGap = Math.max(...gaps);

  const back = await startSmtpSink({ port: sink.port });
  // The server is back, and puts one mail off for ever.
  back.judge = (raw) => (raw.includes(BAD) ? 'defer-data' : undefined);
  const began = performance.now();
  let passed = 0;
  while (missingFrom(deliveredMails(back), labels).length > 0 && passed < 20 * 60 * SECOND) {
    await delivery.idle();
    pass(SECOND);
    passed += SECOND;
  }
  const seconds = (passed + performance.now() - began) / SECOND;
  const delivered = deliveredMails(back);
  await delivery.stop();
  await storage.close();
  await back.stop();
  return [
    none('lost', missingFrom(delivered, labels)),
    none('sent twice', beyondOne(delivered)),
    atMost(
      `from the return of the server to the last of ${messages} mails, beside one that it never takes`,
      seconds,
      300,
      's',
    ),
    atMost('longest wait between two attempts', longestGap / SECOND, 15 * 60, 's'),
    atMost(`attempts in ${hours} h`, attempts, hours * 60, ''),
  ];
}

export const mailOutage: Attack = {
  goal: 'R3',
  title:
    'the mail server is away for a whole day (on clocks moved by hand), and puts one mail off for ever when it is back',
  run: async (form, place) =>
    outage((await place.location('sqlite')).dataDir, 24, form === 'short' ? 300 : 1_000),
};
