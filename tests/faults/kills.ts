import { LEASE_MS } from '../../src/mail/lease-watch.server.ts';
import { openStorage, type StorageLocation } from '../../src/storage/open-storage.server.ts';
import { until } from '../support/launched.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atLeast, atMost, type Finding, none, timed } from './attack.ts';
import { deliveryOf } from './delivering.ts';
import { startSiteProcess } from './site-process.ts';
import { beyondOne, deliveredMails, missingFrom, storedMessages } from './tally.ts';
import { createVisitors, keepDoing } from './visitors.ts';

const VISITORS = 20;
/** Mails that one process delivers at the same time. */
const AT_ONCE = 4;

/** Lets a site take this many messages, kills it with SIGKILL, and gives the messages it acknowledged. */
async function liveAndDie(location: StorageLocation, smtpUrl: string, life: number, messages: number) {
  // The host of `deliveryOf`, which stands in every Message-ID.
  const env = { SMTP_URL: smtpUrl, SITE_URL: 'https://www.exemple.fr' };
  const site = await startSiteProcess({ location, env });
  const visitors = createVisitors(site.url);
  const { acknowledged } = visitors.ledger;
  let sent = 0;
  const writing = keepDoing(() => visitors.send(`essai-k${life}-${sent++}`), 5, VISITORS);
  await until(async () => acknowledged.length >= messages, site.output, 60_000);
  await site.end('SIGKILL');
  await writing.stop();
  return acknowledged;
}

/** Delivers the rest as a process does that has watched the leases of the dead for long enough. */
async function deliverRest(location: StorageLocation, smtpUrl: string): Promise<void> {
  const storage = await openStorage(location);
  let passed = 0;
  const delivery = deliveryOf(storage, smtpUrl, { monotonic: () => passed });
  for (; passed <= LEASE_MS; passed += 10_000) await delivery.idle();
  await delivery.stop();
  await storage.close();
}

async function run(location: StorageLocation, lives: number, messagesPerLife: number): Promise<Finding[]> {
  const sink = await startSmtpSink();
  const acknowledged: string[] = [];
  for (let life = 0; life < lives; life += 1)
    acknowledged.push(...(await liveAndDie(location, sink.url, life, messagesPerLife)));
  await deliverRest(location, sink.url);
  await sink.stop();
  const stored = await storedMessages(location);
  const delivered = deliveredMails(sink);
  const extra = beyondOne(delivered);
  const messageIds = new Set(sink.messages.map(({ parsed }) => parsed.messageId));
  return [
    atLeast('acknowledged messages', acknowledged.length, lives * messagesPerLife),
    none('lost, or without a mail in the queue', missingFrom(stored, acknowledged)),
    none('stored twice', beyondOne(stored)),
    none('never delivered', missingFrom(delivered, [...stored.keys()])),
    // How many fall between the server's word and the note of it is a matter of time; never more than were under way.
    timed(atMost(`mails sent twice in ${lives} kills`, extra, lives)),
    atMost('mails sent twice, of those under way', extra, lives * AT_ONCE),
    none('repeats under another Message-ID', messageIds.size - delivered.size),
  ];
}

export const kills: readonly Attack[] = (['sqlite', 'postgres'] as const).map((engine) => ({
  goal: 'R1',
  title: `kill -9, again and again, while messages come in and mails go out (${engine})`,
  run: async (form, place) =>
    form === 'short' ? run(await place.location(engine), 3, 100) : run(await place.location(engine), 50, 110),
}));
