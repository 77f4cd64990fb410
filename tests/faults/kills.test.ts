import { expect, it } from 'vitest';
import { composeContactMail, mailAddresses } from '../../src/mail/contact-mail.server.ts';
import { LEASE_MS } from '../../src/mail/queue.server.ts';
import { createTransport } from '../../src/mail/smtp.server.ts';
import { openStorage, type StorageLocation } from '../../src/storage/open-storage.server.ts';
import { deliveryBench, names } from '../support/delivery-bench.ts';
import { until } from '../support/launched.ts';
import { sinkForTest } from '../support/smtp-sink.ts';
import { emptyStore, expectFigure, isLong, startSiteOn } from './fault.ts';
import { beyondOne, deliveredMails, missingFrom, storedMessages } from './tally.ts';
import { createVisitors, keepDoing } from './visitors.ts';

const LIVES = isLong ? 50 : 2;
const MESSAGES_PER_LIFE = isLong ? 110 : 30;
const VISITORS = 20;
/** One process delivers at most this many mails at the same time. */
const AT_ONCE = 4;
/** Every Message-ID contains this host. */
const SITE_URL = 'https://www.exemple.fr';

/** Lets a site take messages, kills it with SIGKILL, and gives the acknowledged messages. */
async function liveAndDie(location: StorageLocation, smtpUrl: string, life: number) {
  const site = await startSiteOn(location, { SMTP_URL: smtpUrl, SITE_URL });
  const visitors = createVisitors(site.url);
  const { acknowledged } = visitors.ledger;
  let sent = 0;
  const writing = keepDoing(() => visitors.send(`essai-k${life}-${sent++}`), 5, VISITORS);
  await until(async () => acknowledged.length >= MESSAGES_PER_LIFE, site.output);
  await site.kill();
  await writing.stop();
  return acknowledged;
}

/** Delivers the rest, as a process that has watched the leases of the dead one for long enough. */
async function deliverRest(location: StorageLocation, smtpUrl: string): Promise<void> {
  const storage = await openStorage(location);
  const addresses = mailAddresses({ siteUrl: SITE_URL, mailFrom: undefined, contactTo: undefined });
  const transport = createTransport({ url: smtpUrl, name: addresses.host });
  const bench = deliveryBench(
    () => storage,
    {
      send: async (message, id, signal) =>
        transport.send(await composeContactMail(message, id, addresses), signal),
    },
    Date.now(),
  );
  // Several processes deliver at once what no dead process holds.
  await Promise.all(names(8).map((owner) => bench.create(owner).idle()));
  await bench.lookFor(bench.create('the last'), LEASE_MS);
  await bench.stopAll();
  await storage.close();
}

it.each(['sqlite', 'postgres'] as const)(
  'R1: kill -9, again and again, while messages come in and mails go out (%s)',
  async (engine) => {
    const location = await emptyStore(engine);
    const sink = await sinkForTest();
    const acknowledged: string[] = [];
    for (let life = 0; life < LIVES; life += 1)
      acknowledged.push(...(await liveAndDie(location, sink.url, life)));
    await deliverRest(location, sink.url);
    const stored = await storedMessages(location);
    const delivered = deliveredMails(sink);
    expect(missingFrom(stored, acknowledged), 'lost, or without a mail in the queue').toEqual([]);
    expect(beyondOne(stored), 'stored twice').toBe(0);
    expect(missingFrom(delivered, [...stored.keys()]), 'never delivered').toEqual([]);
    // A kill between the server's answer and its note depends on chance; at most the running deliveries are repeated.
    const extra = beyondOne(delivered);
    expectFigure(`mails sent twice in ${LIVES} kills`, extra, { atMost: LIVES });
    expect(extra, 'mails sent twice, of those under way').toBeLessThanOrEqual(LIVES * AT_ONCE);
    const messageIds = new Set(sink.messages.map(({ parsed }) => parsed.messageId));
    expect(messageIds.size, 'a repeat has the same Message-ID').toBe(delivered.size);
  },
);
