import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface ReceivedMail {
  raw: string;
  parsed: Email;
  envelope: { from: string; to: string[] };
  greeting: string;
}

/**
 * How the sink treats mails. `accept` takes them; `temporary` and `permanent` refuse the recipient (450, 550); `refuse-sender`
 * refuses MAIL FROM (550). `refuse-greeting` refuses EHLO, but says so at the recipient (504), as Postfix does. `refuse-data`
 * and `defer-data` refuse after DATA (554, 451). `cut` closes the connection after DATA without an answer, `hang` never answers
 * DATA, `silent` never greets, `slow` delays every answer, `reset` resets every connection, `reset-data` after DATA.
 */
export type SinkMode = 'accept' | Refusal | 'cut' | 'hang' | 'silent' | 'slow' | 'reset' | 'reset-data';
type Refusal = 'temporary' | 'permanent' | 'defer-data' | `refuse-${'greeting' | 'sender' | 'data'}`;

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;

export interface SinkOptions {
  credentials?: { user: string; pass: string };
  /** Offers STARTTLS with a self-signed certificate; asks for no password without it. */
  startTls?: boolean;
  /** Uses TLS from the first byte, with the same certificate. */
  secure?: boolean;
}

function refusal(code: number): Error {
  return Object.assign(new Error('refused by the test for <ada@exemple.fr>'), { responseCode: code });
}

type Codes = Partial<Record<SinkMode, number>>;

/** The code of a refusal at the recipient, or after DATA, by mode. */
const atRecipient: Codes = { temporary: 450, permanent: 550, 'refuse-greeting': 504 };
const atData: Codes = { 'refuse-data': 554, 'defer-data': 451 };
const SLOW_MS = 60;

/** Starts an SMTP server on 127.0.0.1 that keeps its mails, and fails as real ones do. */
export async function startSmtpSink({ credentials, startTls = false, secure = false }: SinkOptions = {}) {
  const sockets = new Set<Socket>();
  const say = (answer: () => void) => void (sink.mode === 'slow' ? setTimeout(answer, SLOW_MS) : answer());
  const server = new SMTPServer({
    authOptional: !credentials,
    secure,
    allowInsecureAuth: !startTls,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(credentials ? [] : ['AUTH'])],
    logger: false,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (username === credentials?.user && password === credentials?.pass) done(null, { user: username });
      else done(refusal(535));
    },
    onConnect(_session, done) {
      sink.sessions += 1;
      if (sink.mode !== 'silent') say(done);
    },
    onMailFrom(_address, _session, done) {
      say(() => done(sink.mode === 'refuse-sender' ? refusal(550) : null));
    },
    onRcptTo(_address, _session, done) {
      const code = atRecipient[sink.mode];
      say(() => done(code ? refusal(code) : null));
    },
    async onData(stream, session, done) {
      const bytes = await buffer(stream).catch(() => undefined);
      if (!bytes || sink.mode === 'hang') return;
      if (sink.mode === 'cut') return sink.cut();
      if (sink.mode === 'reset-data') return sink.cut('resetAndDestroy');
      const code = atData[sink.mode];
      if (code) return done(refusal(code));
      const { mailFrom, rcptTo } = session.envelope;
      sink.messages.push({
        raw: bytes.toString('latin1'),
        parsed: await PostalMime.parse(bytes),
        envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
        greeting: session.hostNameAppearsAs,
      });
      say(done);
    },
  });
  server.on('error', () => {});
  // Node 26 crashes when the socket under a TLS socket is destroyed.
  server.server.on(secure ? 'secureConnection' : 'connection', (socket) => {
    if (sink.mode === 'reset') socket.resetAndDestroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const url = new URL(`${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`);
  Object.assign(url, { username: credentials?.user ?? '', password: credentials?.pass ?? '' });
  const sink = {
    /** Value for `SMTP_URL`. */
    url: url.href,
    messages: [] as ReceivedMail[],
    sessions: 0,
    mode: 'accept' as SinkMode,
    /** Closes the connections, and refuses new ones until it is back. */
    async leave() {
      server.server.close();
      sink.cut();
      await once(server.server, 'close');
    },
    async comeBack() {
      await once(server.server.listen(port, '127.0.0.1'), 'listening');
    },
    cut(how: 'destroy' | 'resetAndDestroy' = 'destroy') {
      for (const socket of sockets) socket[how]();
    },
    async stop() {
      sink.cut();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return sink;
}

/** Starts a server that stops with the test. */
export async function sinkForTest(options: SinkOptions = {}): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  onTestFinished(sink.stop);
  return sink;
}
