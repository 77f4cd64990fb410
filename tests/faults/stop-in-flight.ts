import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from '../support/processes.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atMost, type Finding, none, timed } from './attack.ts';
import { startSiteProcess } from './site-process.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { atOnce, createVisitors, messageBody } from './visitors.ts';

const WAITING = 20;

/** Sends half of a message; `finish` sends the rest and gives the answer. */
function halfRequest(url: string, label: string) {
  const body = messageBody(label);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const outgoing = request(new URL('/graphql', url), { method: 'POST', agent: false, headers });
  outgoing.on('error', () => {}).write(body.slice(0, 50));
  return {
    async finish() {
      outgoing.end(body.slice(50));
      const [response] = await once(outgoing, 'response');
      return text(response);
    },
  };
}

/**
 * Stops a site while messages wait for the lock of its store.
 * @param sink a mail server that hangs meanwhile; then one message is half sent besides, and one will never be whole
 */
async function stopWhileWaiting(dataDir: string, sink?: SmtpSink) {
  const site = await startSiteProcess({
    location: { dataDir },
    env: sink ? { SMTP_URL: sink.url } : {},
  });
  const visitors = createVisitors(site.url);
  if (sink) await visitors.send('essai-hanging');
  // Browsers keep their connections after the answer: they must not hold up the end.
  await atOnce(10, 10, () => visitors.page());
  const half = sink && halfRequest(site.url, 'essai-half');
  if (sink) halfRequest(site.url, 'essai-never');
  const holder = startChild('storage-child.ts', [JSON.stringify({ dataDir }), 'hold']);
  await holder.says('held');
  const waiting = atOnce(WAITING, WAITING, (index) => visitors.send(`essai-${sink ? 's' : 'q'}-${index}`));
  await delay(300);
  // The site has begun with all that was sent so far: it answers a visitor who came after.
  await (await fetch(`${site.url}/healthz`)).text();
  const ending = site.end('SIGTERM');
  await delay(300);
  const rest = half?.finish();
  await delay(300);
  holder.go();
  const answer = await rest;
  await waiting;
  const { code, ms } = await ending;
  return { code, ms, answer, acknowledged: visitors.ledger.acknowledged };
}

async function run(dataDir: string): Promise<Finding[]> {
  const sink = await startSmtpSink();
  sink.mode = 'hang';
  const hindered = await stopWhileWaiting(dataDir, sink);
  await sink.stop();
  const calm = await stopWhileWaiting(dataDir);
  const again = await startSiteProcess({ location: { dataDir } });
  await again.end();
  const acknowledged = [...hindered.acknowledged, ...calm.acknowledged];
  const stored = await storedMessages({ dataDir });
  return [
    none('waiting messages that were not answered', 2 * WAITING + 1 - acknowledged.length),
    none('half-sent messages that were not answered', hindered.answer?.includes('"isSend":true') ? 0 : 1),
    none('lost', missingFrom(stored, [...acknowledged, 'essai-half'])),
    atMost('exit code', hindered.code ?? 1, 0),
    timed(atMost('from the signal to the end', hindered.ms, 15_000, 'ms')),
    timed(atMost('from a new start to ready', again.readyMs, 2_000, 'ms')),
    atMost('exit code when all it has to do is to answer', calm.code ?? 1, 0),
    timed(atMost('from the signal to the end when all it has to do is to answer', calm.ms, 3_000, 'ms')),
  ];
}

export const stopInFlight: Attack = {
  goal: 'R9',
  title:
    'SIGTERM while messages wait for the store, one is half sent, one will never be whole, and a mail hangs',
  run: async (_form, place) => run((await place.location('sqlite')).dataDir),
};
