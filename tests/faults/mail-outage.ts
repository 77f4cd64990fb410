import { createTransport } from '../../src/mail/smtp.server.ts';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { aMessage, handClock, storeMessages } from '../support/contact.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atMost, type Finding, none } from './attack.ts';
import { deliveryOf } from './delivering.ts';
import { beyondOne, deliveredMails, missingFrom } from './tally.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const HOURS = 24;
const STEP = 10 * SECOND;
const BAD = 'mauvaise@exemple.fr';

async function run(dataDir: string, messages: number): Promise<Finding[]> {
  const sink = await startSmtpSink();
  await sink.stop();
  const storage = await openStorage({ dataDir });
  await migrate(storage);

  const clock = handClock();
  let monotonic = 0;
  const pass = (milliseconds: number) => {
    clock.advance(milliseconds);
    monotonic += milliseconds;
  };
  const attempts = [0];
  const real = createTransport({ url: sink.url, name: 'www.exemple.fr' });
  const delivery = deliveryOf(storage, sink.url, {
    clock,
    monotonic: () => monotonic,
    firstRetryMs: 30 * SECOND,
    transport: {
      send(mail, signal) {
        attempts.push(monotonic);
        return real.send(mail, signal);
      },
    },
  });

  const labels = Array.from({ length: messages }, (_, index) => `essai-o-${index}`);
  const waiting = [...labels];
  const store = (changes: { message: string; email?: string }[]) =>
    storeMessages(storage, changes.map(aMessage), clock.now());
  for (let time = 0; time < HOURS * HOUR; time += STEP) {
    if (time % HOUR === 0)
      await store(waiting.splice(0, Math.ceil(messages / HOURS)).map((message) => ({ message })));
    await delivery.idle();
    pass(STEP);
  }
  await store([{ message: 'essai-bad', email: BAD }]);
  const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));

  const back = await startSmtpSink({ port: sink.port });
  // The server is back, and puts one mail off for ever.
  back.judge = (raw) => (raw.includes(BAD) ? 'defer-data' : undefined);
  const began = performance.now();
  const cameBack = monotonic;
  while (missingFrom(deliveredMails(back), labels).length > 0 && monotonic - cameBack < HOUR / 3) {
    await delivery.idle();
    pass(SECOND);
  }
  const seconds = (monotonic - cameBack + performance.now() - began) / SECOND;
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
    atMost('longest wait between two attempts', Math.max(...gaps) / SECOND, 15 * 60, 's'),
    atMost(`attempts in ${HOURS} h`, gaps.length, HOURS * 60),
  ];
}

export const mailOutage: Attack = {
  goal: 'R3',
  title:
    'the mail server is away for a whole day (on clocks moved by hand), and puts one mail off for ever when it is back',
  run: async (form, place) => run((await place.location('sqlite')).dataDir, form === 'short' ? 300 : 1_000),
};
