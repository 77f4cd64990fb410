import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { StorageLocation } from '../../src/storage/open-storage.server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { holdLock } from '../support/storage.ts';
import { emptyStore, expectFigure, startSiteOn } from './fault.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { atOnce, createVisitors, messageBody } from './visitors.ts';

const WAITING = 20;

/** Sends half of a message; `finish` sends the rest and returns the answer. */
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
 * @param sink a mail server that hangs meanwhile; with it, one message is half sent, and another is never completed
 */
async function stopWhileWaiting(location: StorageLocation, sink?: SmtpSink) {
  const began = performance.now();
  const site = await startSiteOn(location, sink && { SMTP_URL: sink.url });
  const readyMs = performance.now() - began;
  const visitors = createVisitors(site.url);
  if (sink) await visitors.send('essai-hanging');
  // Browsers keep connections open after an answer, and these must not delay the end.
  await atOnce(10, 10, () => visitors.page());
  const half = sink && halfRequest(site.url, 'essai-half');
  if (sink) halfRequest(site.url, 'essai-never');
  const letGo = holdLock(location);
  const waiting = atOnce(WAITING, WAITING, (index) => visitors.send(`essai-${sink ? 's' : 'q'}-${index}`));
  await delay(300);
  // The site has begun all that was sent so far, because it answers a later visitor.
  await (await fetch(`${site.url}/healthz`)).text();
  const asked = performance.now();
  const ending = site.end().then((code) => ({ code, ms: performance.now() - asked }));
  await delay(300);
  const rest = half?.finish();
  await delay(300);
  letGo();
  const answer = await rest;
  await waiting;
  const { code, ms } = await ending;
  return { readyMs, code, ms, answer, acknowledged: visitors.ledger.acknowledged };
}

it('R9: ends in time on SIGTERM while messages wait, one is half sent, one never completes, and a mail hangs', async () => {
  const location = await emptyStore('sqlite');
  const sink = await startSmtpSink();
  sink.mode = 'hang';
  const hindered = await stopWhileWaiting(location, sink);
  await sink.stop();
  const calm = await stopWhileWaiting(location);
  const acknowledged = [...hindered.acknowledged, ...calm.acknowledged];
  const stored = await storedMessages(location);
  expect(acknowledged).toHaveLength(2 * WAITING + 1);
  expect(hindered.answer, 'the half-sent message is answered').toContain('"isSend":true');
  expect(missingFrom(stored, [...acknowledged, 'essai-half']), 'lost').toEqual([]);
  expect([hindered.code, calm.code]).toEqual([0, 0]);
  expectFigure('from the signal to the end, ms', hindered.ms, { atMost: 15_000 });
  expectFigure('from a new start to ready, ms', calm.readyMs, { atMost: 2_000 });
  expectFigure('from the signal to the end when all it has to do is to answer, ms', calm.ms, {
    atMost: 3_000,
  });
});
