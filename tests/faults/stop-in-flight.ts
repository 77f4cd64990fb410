import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from '../support/processes.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Attack, atMost, type Finding, none, timed } from './attack.ts';
import { startSiteProcess } from './site-process.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { atOnce, createVisitors, messageBody } from './visitors.ts';

const WAITING = 20;

/** A request of which half the body is sent; `finish` sends the rest and gives the answer. */
function halfRequest(url: string, label: string) {
  const body = messageBody(label);
  const half = body.length >> 1;
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    '',
  ];
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const ended = new Promise<string>((settle) => {
    socket.on('close', () => settle(answer)).on('error', () => {});
  });
  socket.write(head.join('\r\n') + body.slice(0, half));
  return {
    finish() {
      socket.write(body.slice(half));
      return ended;
    },
  };
}

async function run(dataDir: string): Promise<Finding[]> {
  const location = { dataDir };
  const sink = await startSmtpSink();
  const site = await startSiteProcess({ location, env: { SMTP_URL: sink.url } });
  const visitors = createVisitors(site.url);
  // A mail server that hangs, just now.
  sink.mode = 'hang';
  await visitors.send('essai-hanging');
  // Connections that stay open without a request: they must not hold up the end.
  await atOnce(10, 10, () => visitors.page());
  const holder = startChild('storage-child.ts', [JSON.stringify(location), 'hold']);
  await holder.says('held');
  const half = halfRequest(site.url, 'essai-half');
  // Somebody who never sends the rest.
  halfRequest(site.url, 'essai-never');
  const waiting = atOnce(WAITING, WAITING, (index) => visitors.send(`essai-s-${index}`));
  await takenUp(site.url);
  const ending = site.end('SIGTERM');
  await delay(300);
  const rest = half.finish();
  await delay(300);
  holder.go();
  const answer = await rest;
  await waiting;
  const { code, ms } = await ending;
  visitors.close();
  await sink.stop();
  const again = await startAgain(dataDir);
  const quick = await stopWhileAnswering(dataDir);
  const { acknowledged } = visitors.ledger;
  const stored = await storedMessages(location);
  return [
    none('waiting messages that were not answered', WAITING + 1 - acknowledged.length),
    none('half-sent messages that were not answered', answer.includes('"isSend":true') ? 0 : 1),
    none('lost', missingFrom(stored, [...acknowledged, 'essai-half'])),
    atMost('exit code', code ?? 1, 0),
    timed(atMost('from the signal to the end', ms, 15_000, 'ms')),
    timed(atMost('from a new start to ready', again, 2_000, 'ms')),
    atMost('exit code when all it has to do is to answer', quick.code ?? 1, 0),
    timed(atMost('from the signal to the end when all it has to do is to answer', quick.ms, 3_000, 'ms')),
  ];
}

/** The site has begun with all that was sent so far: it answers a visitor who came after. */
async function takenUp(url: string): Promise<void> {
  await delay(300);
  const later = createVisitors(url);
  await later.page();
  later.close();
}

/** Browsers keep their connections after the answer; that holds nothing up. */
async function stopWhileAnswering(dataDir: string): Promise<{ code: number | null; ms: number }> {
  const site = await startSiteProcess({ location: { dataDir } });
  const visitors = createVisitors(site.url);
  const holder = startChild('storage-child.ts', [JSON.stringify({ dataDir }), 'hold']);
  await holder.says('held');
  const waiting = atOnce(WAITING, WAITING, (index) => visitors.send(`essai-q-${index}`));
  await takenUp(site.url);
  const ending = site.end('SIGTERM');
  await delay(300);
  holder.go();
  const end = await ending;
  await waiting;
  visitors.close();
  return end;
}

/** The best of three starts: other work on the machine only ever adds to one. */
async function startAgain(dataDir: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best > 2_000; attempt += 1) {
    const site = await startSiteProcess({ location: { dataDir } });
    best = Math.min(best, site.readyMs);
    await site.end();
  }
  return best;
}

export const stopInFlight: Attack = {
  goal: 'R9',
  title:
    'SIGTERM while messages wait for the store, one is half sent, one will never be whole, and a mail hangs',
  run: async (_form, place) => run((await place.location('sqlite')).dataDir),
};
