import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import type { Mail } from './notification.server.ts';
import { createTransport, parseSmtpUrl, publicName } from './smtp.server.ts';

const mail: Mail = {
  envelope: { from: 'contact@exemple.fr', to: ['studio@exemple.fr'] },
  raw: Buffer.from('Subject: Essai\r\n\r\nBonjour\r\n'),
};
const transportTo = (url: string) => createTransport({ url, name: 'www.exemple.fr' });
const never = new AbortController().signal;

describe('the address', () => {
  it.each([
    ['smtp://mail.exemple.fr', { host: 'mail.exemple.fr', secure: false, requireTLS: false, isLocal: false }],
    ['smtps://mail.exemple.fr:465', { secure: true, requireTLS: false }],
    ['smtp://a:b@mail.exemple.fr:587', { requireTLS: true }],
    ['smtps://a:b@mail.exemple.fr', { requireTLS: false }],
    ['smtp://a:b@127.0.0.1:2525', { requireTLS: false, isLocal: true }],
    ['smtp://relais:2525', { isLocal: false }],
    ['smtp://mail.exemple.fr:587?requireTLS=true', { requireTLS: true }],
    ['smtp://mail.exemple.fr/?requireTLS=false', { requireTLS: false }],
    ['smtp://127.0.0.1:2525?requireTLS=true', { requireTLS: true, isLocal: true }],
    ['smtp://[::1]:2525', { host: '::1', isLocal: true }],
  ])('%s', (url, expected) => expect(parseSmtpUrl(url)).toMatchObject(expected));
});

it.each([
  ['https://www.exemple.fr', 'a@autre.fr', 'www.exemple.fr'],
  ['http://localhost:3000', 'a@autre.fr', 'autre.fr'],
  ['http://vps-1a2b3c', 'a@étude.fr', 'xn--tude-9oa.fr'],
  ['http://192.0.2.1', 'a@autre.fr', 'autre.fr'],
])('the name of a site at %s that sends as %s is %s (R15)', (siteUrl, from, name) => {
  expect(publicName({ siteUrl, from })).toBe(name);
});

describe('an attempt', () => {
  let sink: SmtpSink;
  beforeEach(async () => {
    sink = await startSmtpSink();
  });
  afterEach(() => sink.stop());

  it('greets with the name of the site (R15)', async () => {
    await transportTo(sink.url).send(mail, never);
    expect(sink.messages[0]?.greeting).toBe('www.exemple.fr');
  });

  it('hands the mail over as it is', async () => {
    expect(await transportTo(sink.url).send(mail, never)).toEqual({ kind: 'accepted' });
    expect(sink.messages).toEqual([
      expect.objectContaining({ raw: 'Subject: Essai\r\n\r\nBonjour\r\n', envelope: mail.envelope }),
    ]);
  });

  it.each([
    ['temporary', { kind: 'refused', code: 'SMTP 450' }],
    ['defer-data', { kind: 'refused', code: 'SMTP 451' }],
    ['permanent', { kind: 'refused', code: 'SMTP 550' }],
    ['refuse-data', { kind: 'refused', code: 'SMTP 554' }],
    ['refuse-sender', { kind: 'unreachable', code: 'SMTP 550' }],
    ['refuse-greeting', { kind: 'unreachable', code: 'SMTP 504' }],
    ['cut', { kind: 'unreachable', code: 'ECONNECTION' }],
  ] as const)('that ends in “%s” is told apart', async (mode, outcome) => {
    sink.mode = mode;
    expect(await transportTo(sink.url).send(mail, never)).toEqual(outcome);
  });

  it.each(['hang', 'silent'] as const)('on a server that is stuck (%s) ends when told', async (mode) => {
    sink.mode = mode;
    const started = performance.now();
    const { code } = (await transportTo(sink.url).send(mail, AbortSignal.timeout(200))) as {
      code: string;
    };
    expect(code).toBe('ETIMEDOUT');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each(['hang', 'silent'] as const)('that is cut short when the site stops says so (%s)', async (mode) => {
    sink.mode = mode;
    const opened = sink.sessions;
    const stop = new AbortController();
    const sent = transportTo(sink.url).send(mail, stop.signal);
    await expect.poll(() => sink.sessions).toBe(opened + 1);
    stop.abort();
    expect(await sent).toEqual({ kind: 'interrupted', code: 'EABORT' });
  });

  it('goes to a server of this machine that offers encryption with a certificate of its own making', async () => {
    const local = await startSmtpSink({ startTls: true });
    expect(await transportTo(local.url).send(mail, never)).toEqual({ kind: 'accepted' });
    await local.stop();
  });

  it('goes encrypted to a server of this machine that asks for it', async () => {
    const local = await startSmtpSink({ startTls: true, credentials: { user: 'studio', pass: 'secret' } });
    expect(await transportTo(local.url).send(mail, never)).toEqual({ kind: 'accepted' });
    await local.stop();
  });

  it('trusts no such certificate where a tunnel to another machine may be', async () => {
    const tunnel = await startSmtpSink({ secure: true });
    const outcome = await transportTo(tunnel.url).send(mail, never);
    expect(outcome).toEqual({ kind: 'unreachable', code: expect.stringMatching(/CERT/) });
    expect(tunnel.messages).toEqual([]);
    await tunnel.stop();
  });

  it.each(['?requireTLS=true', ''])(
    'accepts such a certificate where the address says so (“%s”)',
    async (option) => {
      const relay = await startSmtpSink(option ? { startTls: true } : { secure: true });
      const separator = option ? '&' : '?';
      const url = `${relay.url}${option}${separator}tls.rejectUnauthorized=false`;
      expect(await transportTo(url).send(mail, never)).toEqual({ kind: 'accepted' });
      await relay.stop();
    },
  );

  it.each([
    ['silent', 'greet'],
    ['hang', 'answer'],
  ] as const)('ends when the server does not %s for too long (%s)', async (mode, _step) => {
    sink.mode = mode;
    const limits =
      mode === 'silent' ? { connectMs: 50, answerMs: 60_000 } : { connectMs: 60_000, answerMs: 50 };
    const transport = createTransport({ url: sink.url, name: 'www.exemple.fr', limits });
    expect(await transport.send(mail, never)).toEqual({ kind: 'unreachable', code: 'ETIMEDOUT' });
  });

  it('checks without sending', async () => {
    expect(await transportTo(sink.url).check()).toEqual({ kind: 'accepted', encrypted: false });
    expect(sink.messages).toEqual([]);
    const encrypting = await startSmtpSink({ startTls: true });
    expect(await transportTo(encrypting.url).check()).toEqual({ kind: 'accepted', encrypted: true });
    await encrypting.stop();
  });

  it.each([false, true])(
    'that has to be encrypted is given up where it cannot be (STARTTLS offered: %s)',
    async (startTls) => {
      const local = await startSmtpSink({ startTls });
      const outcome = await transportTo(`${local.url}?requireTLS=true`).send(mail, never);
      expect(outcome).toEqual({ kind: 'unreachable', code: expect.stringMatching(/^ETLS$|CERT/) });
      expect(local.messages).toEqual([]);
      await local.stop();
    },
  );

  it('logs in, and tells a wrong password from a wrong mail', async () => {
    const strict = await startSmtpSink({ credentials: { user: 'studio', pass: 'secret' } });
    expect(await transportTo(strict.url).send(mail, never)).toEqual({ kind: 'accepted' });
    const wrong = transportTo(strict.url.replace('secret', 'wrong'));
    expect(await wrong.send(mail, never)).toEqual({ kind: 'unreachable', code: 'SMTP 535' });
    await strict.stop();
  });
});

describe('a server that is no mail server', () => {
  let server: Server;
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  async function outcomeOf(answer: (socket: Socket) => void, scheme = 'smtp') {
    server = createServer((socket) => {
      socket.on('error', () => {}).resume();
      answer(socket);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    return transportTo(`${scheme}://127.0.0.1:${port}`).send(mail, never);
  }

  it('is unreachable', async () => {
    expect(await outcomeOf((socket) => socket.destroy())).toMatchObject({ kind: 'unreachable' });
    await new Promise((resolve) => server.close(resolve));
    expect(await outcomeOf((socket) => socket.end('554 go away\r\n'))).toEqual({
      kind: 'unreachable',
      code: 'SMTP 554',
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await outcomeOf((socket) => socket.end('not TLS\r\n'), 'smtps')).toMatchObject({
      kind: 'unreachable',
    });
  });

  it('is unreachable when it refuses the greeting of this site at EHLO (R15)', async () => {
    const refuseEhlo = (socket: Socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', () => socket.end('421 4.7.0 who are you\r\n'));
    };
    expect(await outcomeOf(refuseEhlo)).toEqual({ kind: 'unreachable', code: 'SMTP 421' });
  });

  it('is unreachable when nothing listens', async () => {
    server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const outcome = await transportTo(`smtp://127.0.0.1:${port}`).send(mail, never);
    expect(outcome).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
  });
});
