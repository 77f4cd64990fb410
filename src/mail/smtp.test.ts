import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectApproved } from '../../tests/support/approved.ts';
import { type SinkOptions, type SmtpSink, sinkForTest } from '../../tests/support/smtp-sink.ts';
import type { Mail } from './contact-mail.server.ts';
import { createTransport, parseSmtpUrl } from './smtp.server.ts';

const mail: Mail = {
  envelope: { from: 'contact@exemple.fr', to: ['studio@exemple.fr'] },
  raw: Buffer.from('Subject: Essai\r\n\r\nBonjour\r\n'),
};
const transportTo = (url: string) => createTransport({ url, name: 'www.exemple.fr' });
const never = new AbortController().signal;

it('reads SMTP_URL as approved', async () => {
  await expectApproved('smtp-addresses.approved.txt', (url) => JSON.stringify(parseSmtpUrl(url)));
});

describe('an attempt', () => {
  let sink: SmtpSink;
  beforeEach(async () => {
    sink = await sinkForTest();
  });

  it('greets with the name of the site (R15) and hands the mail over as it is', async () => {
    expect(await transportTo(sink.url).send(mail, never)).toEqual({ kind: 'accepted' });
    const received = { greeting: 'www.exemple.fr', raw: String(mail.raw), envelope: mail.envelope };
    expect(sink.messages).toMatchObject([received]);
  });

  it.each([
    ['temporary', { kind: 'refused', code: 'SMTP 450' }],
    ['defer-data', { kind: 'refused', code: 'SMTP 451' }],
    ['permanent', { kind: 'refused', code: 'SMTP 550' }],
    ['refuse-data', { kind: 'refused', code: 'SMTP 554' }],
    ['refuse-sender', { kind: 'unreachable', code: 'SMTP 550' }],
    ['refuse-greeting', { kind: 'unreachable', code: 'SMTP 504' }],
    ['cut', { kind: 'refused', code: 'ECONNECTION' }],
    ['reset-data', { kind: 'refused', code: 'ECONNRESET' }],
  ] as const)('that ends in “%s” is told apart', async (mode, outcome) => {
    sink.mode = mode;
    expect(await transportTo(sink.url).send(mail, never)).toEqual(outcome);
  });

  it.each(['hang', 'silent'] as const)(
    'on a server that is stuck (%s) ends when told',
    async (mode) => {
      sink.mode = mode;
      const late = await transportTo(sink.url).send(mail, AbortSignal.timeout(200));
      expect(late).toEqual({ kind: 'unreachable', code: 'ETIMEDOUT' });
      const opened = sink.sessions;
      const stop = new AbortController();
      const sent = transportTo(sink.url).send(mail, stop.signal);
      await expect.poll(() => sink.sessions).toBe(opened + 1);
      stop.abort();
      expect(await sent).toEqual({ kind: 'interrupted', code: 'EABORT' });
    },
    30_000,
  );

  it.each([
    ['send', 600],
    ['check', 60],
  ] as const)(
    'gives a server a minute to connect, one to greet, and in a %s %i s to answer',
    async (what, answer) => {
      const timers = vi.spyOn(globalThis, 'setTimeout');
      const idle = vi.spyOn(Socket.prototype, 'setTimeout');
      await transportTo(sink.url)[what](mail, never);
      const seconds = timers.mock.calls.map(([, ms = 0]) => Math.round(ms / 1000));
      expect(new Set(seconds.filter((each) => each > 20))).toEqual(new Set([60]));
      expect(idle.mock.calls).toContainEqual([answer * 1000]);
    },
  );

  it('checks without sending', async () => {
    expect(await transportTo(sink.url).check()).toEqual({ kind: 'accepted', encrypted: false });
    expect(await transportTo(`${sink.url}?requireTLS=false`).check()).toMatchObject({ encrypted: false });
    expect(sink.messages).toEqual([]);
    const encrypting = await sinkForTest({ startTls: true });
    expect(await transportTo(encrypting.url).check()).toEqual({ kind: 'accepted', encrypted: true });
    for (const [options, query] of [
      [{ secure: true }, `?${own}`],
      [{ startTls: true }, `?requireTLS=true&${own}`],
    ] as const) {
      const server = await sinkForTest(options);
      expect(await transportTo(server.url + query).check()).toEqual({ kind: 'accepted', encrypted: true });
      expect(server.sessions, 'one log-in').toBe(1);
    }
  });
});

const own = 'tls.rejectUnauthorized=false';
const credentials = { user: 'studio', pass: 'secret' };

it.each<[string, SinkOptions, string, string?]>([
  ['offers encryption with a certificate of its own making', { startTls: true }, ''],
  ['asks for a password under such encryption', { startTls: true, credentials }, ''],
  ['asks for a password', { credentials }, ''],
  ['has to encrypt, and whose certificate the address allows', { startTls: true }, `?requireTLS=true&${own}`],
  ['encrypts from the first byte, and whose certificate the address allows', { secure: true }, `?${own}`],
  ['may be a tunnel to another machine, and has such a certificate', { secure: true }, '', 'CERT'],
  ['has to encrypt, and has such a certificate', { startTls: true }, '?requireTLS=true', 'CERT'],
  ['has to encrypt, and cannot', {}, '?requireTLS=true', '^ETLS$'],
])('a server of this machine that %s', async (_case, options, query, code) => {
  const server = await sinkForTest(options);
  const expected = code ? { kind: 'unreachable', code: expect.stringMatching(code) } : { kind: 'accepted' };
  expect(await transportTo(server.url + query).send(mail, never)).toEqual(expected);
  expect(server.messages).toHaveLength(code ? 0 : 1);
});

it('a wrong password is told from a wrong mail', async () => {
  const server = await sinkForTest({ credentials });
  const wrong = transportTo(server.url.replace('secret', 'wrong'));
  expect(await wrong.send(mail, never)).toEqual({ kind: 'unreachable', code: 'SMTP 535' });
});

/** Answers by the first four letters of a line; disconnects after the answer to `last`. */
const answering = (answers: Record<string, string>, last?: string) => (socket: Socket) => {
  socket.write('220 hello\r\n');
  socket.on('data', (line) => {
    const word = `${line}`.slice(0, 4);
    socket.write(`${answers[word] ?? '250 .'}\r\n`);
    if (word === last) socket.destroy();
  });
};
const noTls = { EHLO: '250-.\r\n250 STARTTLS', STAR: '454 .', DATA: '354 .' };

it.each<[string, (socket: Socket) => void, string | undefined, string?, string?]>([
  ['breaks off at DATA', answering({ DATA: '354 .' }, 'DATA'), 'EPIPE', 'smtp', 'refused'],
  ...[421, 500, 501, 502, 503, 504].map((code): [string, (socket: Socket) => void, string] => [
    `answers ${code} at the recipient`,
    answering({ RCPT: `${code} .` }),
    `SMTP ${code}`,
  ]),
  ['offers encryption and has none', answering(noTls), undefined, 'smtp', 'accepted'],
  ['closes the connection', (socket) => socket.destroy(), expect.any(String)],
  ['sends everybody away', (socket) => socket.end('554 go away\r\n'), 'SMTP 554'],
  ['speaks no TLS', (socket) => socket.end('not TLS\r\n'), expect.any(String), 'smtps'],
  [
    'refuses the greeting of this site at EHLO (R15)',
    answering({ EHLO: '421 .', HELO: '421 .' }),
    'SMTP 421',
  ],
])('a server that %s', async (_case, answer, code, scheme = 'smtp', kind = 'unreachable') => {
  const server = createServer((socket) => answer(socket.on('error', () => {}).resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const outcome = await transportTo(`${scheme}://127.0.0.1:${port}`).send(mail, never);
  await new Promise((resolve) => server.close(resolve));
  expect(outcome).toEqual({ kind, code });
});
