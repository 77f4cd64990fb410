import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../tests/support/smtp-sink.ts';
import type { Mail } from './notification.server.ts';
import { parseSmtpUrl } from './smtp-address.server.ts';
import { createTransport } from './transport.server.ts';

const mail: Mail = {
  envelope: { from: 'contact@exemple.fr', to: ['studio@exemple.fr'] },
  raw: Buffer.from('Subject: Essai\r\n\r\nBonjour\r\n'),
};
const never = new AbortController().signal;

describe('the address', () => {
  it.each([
    [
      'smtp://mail.exemple.fr',
      { host: 'mail.exemple.fr', port: undefined, secure: false, requireTLS: false },
    ],
    ['smtps://mail.exemple.fr:465', { port: 465, secure: true, requireTLS: false }],
    [
      'smtp://a%40b.fr:p%3Ass@mail.exemple.fr:587',
      { credentials: { user: 'a@b.fr', pass: 'p:ss' }, requireTLS: true },
    ],
    ['smtps://a:b@mail.exemple.fr', { requireTLS: false }],
    ['smtp://a:b@127.0.0.1:2525', { requireTLS: false, isLocal: true }],
    ['smtp://relais:2525', { isLocal: false }],
    ['smtp://mail.exemple.fr:587?requireTLS=true', { port: 587, requireTLS: true }],
    ['smtp://mail.exemple.fr/?requireTLS=false', { requireTLS: false }],
    ['smtp://127.0.0.1:2525?requireTLS=true', { requireTLS: true, isLocal: true }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525 }],
  ])('%s', (url, expected) => expect(parseSmtpUrl(url)).toMatchObject(expected));
});

describe('an attempt', () => {
  let sink: SmtpSink;
  beforeEach(async () => {
    sink = await startSmtpSink();
  });
  afterEach(() => sink.stop());

  it('hands the mail over as it is', async () => {
    expect(await createTransport(sink.url).send(mail, never)).toEqual({ kind: 'accepted' });
    expect(sink.messages).toEqual([
      expect.objectContaining({ raw: 'Subject: Essai\r\n\r\nBonjour\r\n', envelope: mail.envelope }),
    ]);
  });

  it.each([
    ['temporary', { kind: 'temporary', code: 'SMTP 450' }],
    ['defer-data', { kind: 'temporary', code: 'SMTP 451' }],
    ['permanent', { kind: 'permanent', code: 'SMTP 550' }],
    ['refuse-data', { kind: 'permanent', code: 'SMTP 554' }],
    ['refuse-sender', { kind: 'unreachable', code: 'SMTP 550' }],
    ['cut', { kind: 'temporary', code: 'ECONNECTION' }],
  ] as const)('that ends in “%s” is told apart', async (mode, outcome) => {
    sink.mode = mode;
    expect(await createTransport(sink.url).send(mail, never)).toEqual(outcome);
  });

  it.each(['hang', 'silent'] as const)('on a server that is stuck (%s) ends when told', async (mode) => {
    sink.mode = mode;
    const started = performance.now();
    const { code } = (await createTransport(sink.url).send(mail, AbortSignal.timeout(200))) as {
      code: string;
    };
    expect(code).toBe('ETIMEDOUT');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each(['hang', 'silent'] as const)('that is cut short when the site stops says so (%s)', async (mode) => {
    sink.mode = mode;
    const opened = sink.sessions;
    const stop = new AbortController();
    const sent = createTransport(sink.url).send(mail, stop.signal);
    await expect.poll(() => sink.sessions).toBe(opened + 1);
    stop.abort();
    expect(await sent).toEqual({ kind: 'interrupted', code: 'EABORT' });
  });

  it('goes to a server of this machine that offers encryption with a certificate of its own making', async () => {
    const local = await startSmtpSink({ startTls: true });
    expect(await createTransport(local.url).send(mail, never)).toEqual({ kind: 'accepted' });
    await local.stop();
  });

  it('goes encrypted to a server of this machine that asks for it', async () => {
    const local = await startSmtpSink({ startTls: true, credentials: { user: 'studio', pass: 'secret' } });
    expect(await createTransport(local.url).send(mail, never)).toEqual({ kind: 'accepted' });
    await local.stop();
  });

  it('trusts no such certificate where a tunnel to another machine may be', async () => {
    const tunnel = await startSmtpSink({ secure: true });
    const outcome = await createTransport(tunnel.url).send(mail, never);
    expect(outcome).toEqual({ kind: 'unreachable', code: expect.stringMatching(/CERT/) });
    expect(tunnel.messages).toEqual([]);
    await tunnel.stop();
  });

  it('checks without sending', async () => {
    expect(await createTransport(sink.url).check(never)).toEqual({ kind: 'accepted', encrypted: false });
    expect(sink.messages).toEqual([]);
    const encrypting = await startSmtpSink({ startTls: true });
    expect(await createTransport(encrypting.url).check(never)).toEqual({ kind: 'accepted', encrypted: true });
    await encrypting.stop();
  });

  it.each([false, true])(
    'that has to be encrypted is given up where it cannot be (STARTTLS offered: %s)',
    async (startTls) => {
      const local = await startSmtpSink({ startTls });
      const outcome = await createTransport(`${local.url}?requireTLS=true`).send(mail, never);
      expect(outcome).toEqual({ kind: 'unreachable', code: expect.stringMatching(/^ETLS$|CERT/) });
      expect(local.messages).toEqual([]);
      await local.stop();
    },
  );

  it('logs in, and tells a wrong password from a wrong mail', async () => {
    const strict = await startSmtpSink({ credentials: { user: 'studio', pass: 'secret' } });
    expect(await createTransport(strict.url).send(mail, never)).toEqual({ kind: 'accepted' });
    const wrong = createTransport(strict.url.replace('secret', 'wrong'));
    expect(await wrong.send(mail, never)).toEqual({ kind: 'unreachable', code: 'SMTP 535' });
    await strict.stop();
  });
});

describe('a server that answers late', () => {
  const WORDS = {
    greeting: '220 hello',
    EHLO: '250 hello',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
  };
  const limits = { stepMs: 1_000, envelopeMs: 2_000, mailMs: 3_000 };
  let server: Server;
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  interface Lateness {
    late?: keyof typeof WORDS;
    /** What each word of the envelope takes. */
    eachMs?: number;
    takesMs?: number;
  }

  /** Says each word at once, but for the late one, and takes the mail after `takesMs`. */
  async function outcomeOf({ late, eachMs = 0, takesMs = 0 }: Lateness) {
    server = createServer((socket) => {
      const say = (word: string, ms: number) =>
        setTimeout(() => socket.writable && socket.write(`${word}\r\n`), ms);
      const usual = (to: keyof typeof WORDS) => (['MAIL', 'RCPT', 'DATA'].includes(to) ? eachMs : 0);
      const answer = (to: keyof typeof WORDS) => say(WORDS[to], to === late ? 2_500 : usual(to));
      answer('greeting');
      socket
        .on('error', () => {})
        .on('data', (data) => {
          const verb = String(data).slice(0, 4);
          if (verb in WORDS) answer(verb as keyof typeof WORDS);
          if (String(data).endsWith('\r\n.\r\n')) say('250 taken', takesMs);
          if (verb === 'QUIT') socket.end();
        });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    return createTransport(`smtp://127.0.0.1:${port}`, limits).send(mail, never);
  }

  it('is waited for once it has the mail (RFC 5321, 4.5.3.2.6)', async () => {
    expect(await outcomeOf({ takesMs: 1_800 })).toEqual({ kind: 'accepted' });
  });

  it('is waited for when it takes its time with each word of the envelope', async () => {
    expect(await outcomeOf({ eachMs: 400 })).toEqual({ kind: 'accepted' });
  });

  it('is given up after a long time then', async () => {
    expect(await outcomeOf({ takesMs: 6_000 })).toEqual({ kind: 'temporary', code: 'ETIMEDOUT' });
  });

  it.each([
    ['greeting', 'unreachable'],
    ['EHLO', 'unreachable'],
    ['MAIL', 'temporary'],
    ['RCPT', 'temporary'],
    ['DATA', 'temporary'],
  ] as const)('is given up soon before (%s)', async (late, kind) => {
    expect(await outcomeOf({ late })).toEqual({ kind, code: 'ETIMEDOUT' });
  });
});

describe('a server of this machine that offers encryption', () => {
  const answers: Readonly<Record<string, string>> = {
    EHLO: '250-hello\r\n250 STARTTLS',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
  };

  it.each([
    ['refuses it', (socket: Socket) => socket.write('454 not now\r\n')],
    ['then breaks off', (socket: Socket) => socket.write('220 go on\r\n', () => socket.destroy())],
    [
      'then speaks none',
      (socket: Socket) => {
        socket.write('220 go on\r\n');
        socket.once('data', () => socket.write('what\r\n'));
      },
    ],
  ])('and %s takes the mail all the same', async (_what, onStartTls) => {
    const asked: string[] = [];
    const server = createServer((socket) => {
      socket.write('220 hello\r\n');
      socket
        .on('error', () => {})
        .on('data', (data) => {
          const verb = String(data).slice(0, 4);
          asked.push(verb);
          if (String(data).endsWith('\r\n.\r\n')) socket.write('250 taken\r\n');
          else if (verb === 'STAR') onStartTls(socket);
          else if (verb === 'QUIT') socket.end();
          else if (answers[verb]) socket.write(`${answers[verb]}\r\n`);
        });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    expect(await createTransport(`smtp://127.0.0.1:${port}`).send(mail, never)).toEqual({ kind: 'accepted' });
    expect(asked).toContain('STAR');
    await new Promise((resolve) => server.close(resolve));
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
    return createTransport(`${scheme}://127.0.0.1:${port}`).send(mail, never);
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

  it('is unreachable when nothing listens', async () => {
    server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const outcome = await createTransport(`smtp://127.0.0.1:${port}`).send(mail, never);
    expect(outcome).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' });
  });
});
