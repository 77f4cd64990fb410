import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exchange, open } from '../../tests/security/raw-http.ts';
import { contactInput } from '../../tests/support/contact.ts';
import { launch, untilAnswers } from '../../tests/support/launched.ts';
import { ROOT } from '../../tests/support/root.ts';
import { postGraphQL, postMessage, serverForAll, startTestServer } from '../../tests/support/server.ts';
import { freePort } from '../../tests/support/site.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { contactMutation } from '../contact/mutation.ts';
import { readBuiltSite } from '../documents/built-site.server.ts';
import { profileQuery } from '../profile/profile.ts';
import { serverLimits, withinDescriptorLimit } from './connections.server.ts';

const site = await readBuiltSite(join(import.meta.dirname, '../../dist'));
const server = serverForAll({}, false, {
  site,
  limits: { ...serverLimits, connections: 20, maxEventLoopDelay: 0 },
});
const port = () => Number(new URL(server.url).port);

const message = JSON.stringify({ query: contactMutation, variables: { input: contactInput } });
const post = (length: number) =>
  `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const posted = post(Buffer.byteLength(message)) + message;
const visit = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

async function connected(): Promise<Socket> {
  const socket = open(port());
  await once(socket, 'connect');
  return socket.resume();
}

/** Opens this many connections, one after another. */
async function hold(count: number): Promise<Socket[]> {
  const held: Socket[] = [];
  while (held.length < count) held.push(await connected());
  return held;
}

it('the limit of open files is read without waiting for the DNS names of open connections', () => {
  expect(withinDescriptorLimit(60)).toBe(60);
  // Node leaves out both parts of the report together.
  expect(process.report.getReport()).not.toHaveProperty('header.networkInterfaces');
});

it('R18: with 1,024 descriptors, 1,200 silent connections keep no visitor and no message out', async () => {
  const sitePort = await freePort();
  const url = `http://127.0.0.1:${sitePort}`;
  const start = `ulimit -n 1024; exec '${process.execPath}' src/start-server.ts`;
  const env = { PORT: `${sitePort}`, DATA_DIR: await temporaryFolder() };
  const site = launch('sh', ['-c', start], { cwd: ROOT, env });
  onTestFinished(async () => void (await site.end()));
  await untilAnswers(`${url}/readyz`, site);
  const silent: Socket[] = [];
  onTestFinished(() => {
    for (const socket of silent) socket.destroy();
  });
  while (silent.length < 1_200) {
    const socket = open(sitePort).resume();
    await once(socket, 'connect');
    silent.push(socket);
  }
  expect((await fetch(`${url}/favicon.svg`)).status).toBe(200);
  expect((await postMessage(url)).status).toBe(200);
  // The bound on connections closed the others, because limits in time act only later.
  expect(silent.filter((socket) => !socket.closed).length).toBeGreaterThan(100);
});

it('keeps the oldest connection if it was used meanwhile', async () => {
  const visitor = await connected();
  const held = await hold(19);
  visitor.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(visitor, 'data');
  held.push(...(await hold(19)));
  await expect.poll(() => held.filter((socket) => socket.closed)).toHaveLength(19);
  expect([visitor, ...held.slice(19)].some((socket) => socket.closed)).toBe(false);
  held.push(await connected());
  // The server closes this connection sooner than an idle one.
  await expect.poll(() => visitor.closed, { timeout: 5_000 }).toBe(true);
  for (const socket of held) socket.destroy();
});

it('closes a request without its body too, but not one that is being answered', async () => {
  const over = Promise.withResolvers<void>();
  const writing = server.storage.db.transaction().execute(() => over.promise);
  let asked = 0;
  server.app.server.on('request', () => {
    asked += 1;
  });
  const answered = exchange(port(), posted + visit, 20_000);
  const unfinished = await connected();
  unfinished.write(post(60_000));
  await expect.poll(() => asked).toBe(3);
  const held = await hold(40);
  await expect.poll(() => unfinished.closed).toBe(true);
  over.resolve();
  await writing;
  expect((await answered).text).toContain('"isSend":true');
  for (const socket of held) socket.destroy();
});

const ofBytes = (bytes: number) =>
  `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a=${'b'.repeat(bytes)}\r\n\r\n`;

it('reads the rest of a refused request: a closed connection would cut the answer off', async () => {
  const accepted = once(server.app.server, 'connection');
  const client = connect({ port: port(), host: '127.0.0.1', allowHalfOpen: true }).resume();
  const [socket] = (await accepted) as [Socket];
  client.write(ofBytes(18_000));
  await once(client, 'end');
  const before = socket.bytesRead;
  client.write('the rest');
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(before);
  expect(socket.destroyed).toBe(false);
  // The server closes this connection sooner than a silent one.
  await expect.poll(() => socket.destroyed, { timeout: 5_000 }).toBe(true);
});

const refused = {
  'an address with an accent': ['GET /?utm_source=\xe9t\xe9 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  'a request for a tunnel’s version': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'a body whose length is no number': [
    `${post(5).replace('Content-Length: 5', 'Transfer-Encoding: chunked')}zz\r\n{}`,
    400,
  ],
  'too many cookies': [ofBytes(18_000), 431],
  'far too many cookies': [ofBytes(300_000), 431],
} as const satisfies Record<string, [string, number]>;

it.each(Object.entries(refused))(
  'answers %s once, requests before it too',
  async (_what, [bytes, status]) => {
    const alone = await exchange(port(), bytes);
    expect([alone.statuses, alone.closed]).toEqual([[status], true]);
    expect(alone.text).toMatch(/^connection: close\r$/im);
    expect(alone.text).toMatch(/^x-content-type-options: nosniff\r\n.*^cache-control: no-store\r$/ims);
    const over = Promise.withResolvers<void>();
    const writing = server.storage.db.transaction().execute(() => over.promise);
    const healthy = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const after = exchange(port(), posted + healthy + bytes);
    setTimeout(over.resolve, 200);
    await writing;
    const { statuses, text, closed } = await after;
    expect([statuses, closed]).toEqual([[200, 200, status], true]);
    expect(text).toContain('"isSend":true');
  },
);

it('answers six requests that come at once, and closes the connection of twenty', async () => {
  const each = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect((await exchange(port(), each.repeat(5) + visit)).statuses).toEqual(Array(6).fill(200));
  const { closed, statuses } = await exchange(port(), each.repeat(19) + visit);
  expect([closed, statuses.length < 20]).toEqual([true, true]);
});

it('R9: asked to stop behind a proxy, answers a while longer, each answer the last of its connection', async () => {
  const server = await startTestServer({ TRUST_PROXY: '1' });
  expect((await fetch(server.url)).headers.get('connection')).toBe('keep-alive');
  const closed = once(server.app.server, 'close');
  const stopped = server.stop();
  const answers = await Promise.all([
    fetch(`${server.url}/`),
    postGraphQL(server.url, { query: profileQuery, variables: { id: 1 } }),
    fetch(`${server.url}/readyz`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 503]);
  expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(Array(3).fill('close'));
  await stopped;
  await closed;
});
