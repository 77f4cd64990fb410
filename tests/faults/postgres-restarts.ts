import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/launched.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atLeast, atMost, type Finding, none, timed } from './attack.ts';
import { startSiteProcess, troubleLines } from './site-process.ts';
import { beyondOne, deliveredMails, missingFrom, storedMessages, untilDelivered } from './tally.ts';
import { createVisitors, keepDoing } from './visitors.ts';

/** Lines at level warn or worse that one outage may write, however long it lasts: one a place and kind of failure. */
const LINES = 16;

/** Taken before, between and after the outages, however long that takes. */
const MESSAGES_BETWEEN = 30;

async function run(dataDir: string, restarts: number, awayMs: number): Promise<Finding[]> {
  const server = await startPostgres();
  const sink = await startSmtpSink();
  const location = { dataDir, databaseUrl: await createDatabase(server.url) };
  const site = await startSiteProcess({ location, env: { SMTP_URL: sink.url } });
  const visitors = createVisitors(site.url);
  const pages: number[] = [];
  const reading = keepDoing(async () => pages.push((await visitors.page()).status), 50);
  let sent = 0;
  const writing = keepDoing(() => visitors.send(`essai-d-${sent++}`), 40, 3);
  const backAfter: number[] = [];
  const { acknowledged, refused, unclean } = visitors.ledger;
  const untilTaken = async (more: number) => {
    const wanted = acknowledged.length + more;
    await until(async () => acknowledged.length >= wanted, site.output, 20_000).catch(() => {});
  };
  for (let restart = 0; restart < restarts; restart += 1) {
    await untilTaken(MESSAGES_BETWEEN);
    await server.stop();
    await delay(awayMs);
    await server.start();
    const back = performance.now();
    await untilTaken(1);
    backAfter.push(performance.now() - back);
  }
  await untilTaken(MESSAGES_BETWEEN);
  await writing.stop();
  await reading.stop();
  await untilDelivered(sink, acknowledged, 30_000);
  const delivered = deliveredMails(sink);
  const stored = await storedMessages(location);
  const alive = site.alive;
  // Each refused message has a line of its own.
  const lines = troubleLines(site.output()).filter((line) => !line.includes('GraphQL request failed'));
  const { code } = await site.end();
  await sink.stop();
  await server.remove();
  return [
    atLeast('messages acknowledged', acknowledged.length, (restarts + 1) * MESSAGES_BETWEEN),
    atLeast('messages refused while it was away', refused.length, restarts),
    none('lost', missingFrom(stored, acknowledged).length + missingFrom(delivered, acknowledged).length),
    none('stored twice', beyondOne(stored)),
    // A delivery whose outcome could not be noted is noted later, not sent again.
    none('mails sent twice', beyondOne(delivered)),
    none('refusals that were not clean', unclean),
    none(
      'pages not served',
      pages.filter((status) => status !== 200),
    ),
    timed(atMost('from its return to the next message taken', Math.max(...backAfter), 5_000, 'ms')),
    none('processes that went down', alive && code === 0 ? 0 : 1),
    atMost(`lines of trouble beside refusals in ${restarts} outages`, lines.length, LINES),
  ];
}

export const postgresRestarts: Attack = {
  goal: 'R8',
  title: 'PostgreSQL goes away and comes back while pages are read and messages come in',
  async run(form, place) {
    const { dataDir } = await place.location('sqlite');
    return form === 'short' ? run(dataDir, 1, 2_000) : run(dataDir, 3, 8_000);
  },
};
