import { Readable } from 'node:stream';
import { whenNeeded } from '../config/when-needed.server.ts';
import type { Mail } from './notification.server.ts';
import { parseSmtpUrl, type SmtpAddress } from './smtp-address.server.ts';

/**
 * What became of one attempt. `code` is such as `SMTP 450` or `ETIMEDOUT`, never personal.
 * `temporary`: this mail should be tried again. `permanent`: it never will be taken. `unreachable`: the server
 * could not be asked (network, TLS, credentials, sender), which is no fault of this mail.
 */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'temporary'; code: string }
  | { kind: 'permanent'; code: string }
  | { kind: 'unreachable'; code: string };

/** Hands mails to a mail server. Never throws: every failure is an outcome. */
export interface Transport {
  /** Sends one mail; aborting cuts the connection and gives `temporary`. */
  send(mail: Mail, signal: AbortSignal): Promise<Outcome>;
  /** Connects and logs in, nothing more: `accepted` when mails could be sent. */
  check(signal: AbortSignal): Promise<Outcome>;
}

interface SmtpFailure {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  command?: string;
}

/** Names of our own: the library's texts quote the server, which quotes addresses. */
function codeOf({ responseCode, originalCode, code }: SmtpFailure): string {
  return responseCode ? `SMTP ${responseCode}` : (originalCode ?? code ?? 'EUNKNOWN');
}

/** We gave up, for a reason of our own: it says nothing of the server. */
const ABORTED = 'EABORT';

/** Where a 5xx is about this mail. */
const PERMANENT_AT = ['RCPT TO', 'DATA'];

function outcomeOfSending(failure: SmtpFailure): Outcome {
  const refused = (failure.responseCode ?? 0) >= 500;
  const code = codeOf(failure);
  // The sender is the same in all mails, from our settings.
  if (refused && failure.command === 'MAIL FROM') return { kind: 'unreachable', code };
  return { kind: refused && PERMANENT_AT.includes(failure.command ?? '') ? 'permanent' : 'temporary', code };
}

/** How long a server is waited for, in milliseconds. */
export interface TransportLimits {
  /** To connect, and to log in: each. */
  stepMs: number;
  /** To take sender and recipients, and to ask for the mail: RFC 5321, 4.5.3.2, gives each of them minutes. */
  envelopeMs: number;
  /**
   * To take the mail itself. RFC 5321, 4.5.3.2.6: ten minutes, since a client that gives up after the final dot, while the
   * server still looks through the mail, sends it again although it was taken.
   */
  mailMs: number;
}

const LIMITS: TransportLimits = { stepMs: 60_000, envelopeMs: 5 * 60_000, mailMs: 10 * 60_000 };

const smtpConnection = whenNeeded<typeof import('nodemailer/lib/smtp-connection').default>(
  'nodemailer/lib/smtp-connection',
);

type Step = (done: (error?: unknown) => void) => void;

/**
 * A server on this machine may have a certificate of its own making, and may offer STARTTLS and then refuse it, or fail at it:
 * nobody is between here and there. Behind `smtps:` on this machine may be a tunnel to another.
 */
const mayBePlain = ({ isLocal, secure }: SmtpAddress) => isLocal && !secure;

/** One session; a failure outside of any command comes as an event and ends the step under way, as its limit does. */
function openSession(
  address: SmtpAddress,
  { stepMs, mailMs }: TransportLimits,
  signal: AbortSignal,
  ignoreTLS: boolean,
) {
  const SMTPConnection = smtpConnection();
  const connection = new SMTPConnection({
    host: address.host,
    ...(address.port && { port: address.port }),
    secure: address.secure,
    requireTLS: address.requireTLS,
    tls: { rejectUnauthorized: !mayBePlain(address) },
    opportunisticTLS: mayBePlain(address),
    ignoreTLS,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    // The library knows one limit for all answers, the longest; the others are ours.
    socketTimeout: mailMs,
    // Ours ends at once: a server that does not end its side would hold the connection, and our process, for 5 s.
    socketCloseTimeout: 0,
  });
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});
  connection.on('error', (error) => broken.reject(error));
  const breakOff = (code: string) => {
    connection.close();
    broken.reject({ code } satisfies SmtpFailure);
  };
  const abort = () => breakOff(signal.reason?.name === 'TimeoutError' ? 'ETIMEDOUT' : ABORTED);
  let limit: NodeJS.Timeout | undefined;
  const limitTo = (ms: number) => {
    clearTimeout(limit);
    limit = setTimeout(breakOff, ms, 'ETIMEDOUT').unref();
  };
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return {
    connection,
    step(start: Step, ms = stepMs): Promise<void> {
      limitTo(ms);
      const stepped = new Promise<void>((resolve, reject) =>
        start((error) => (error ? reject(error) : resolve())),
      );
      return Promise.race([stepped, broken.promise]);
    },
    /** The mail, which is read once the server has asked for it (354). */
    body(raw: Buffer): Readable {
      return new Readable({
        read() {
          limitTo(mailMs);
          this.push(raw);
          this.push(null);
        },
      });
    },
    end() {
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      connection.close();
    },
  };
}

/**
 * Delivers over SMTP, one connection per mail: a connection that a server closed meanwhile, or one that hangs,
 * then never concerns another mail, and which step failed is known. TLS certificates are verified, but for STARTTLS on
 * this machine, whose server gets mails in plain when its STARTTLS fails.
 * @param smtpUrl see {@link parseSmtpUrl}
 */
export function createTransport(smtpUrl: string, limits = LIMITS): Transport {
  const address = parseSmtpUrl(smtpUrl);

  async function inSession(
    signal: AbortSignal,
    work: (session: ReturnType<typeof openSession>) => Promise<Outcome>,
    ignoreTLS = false,
  ): Promise<Outcome> {
    const session = openSession(address, limits, signal, ignoreTLS);
    const { connection, step } = session;
    const { credentials } = address;
    try {
      await step((done) => connection.connect(done));
      if (credentials) await step((done) => connection.login(credentials, done));
      return await work(session);
    } catch (failure) {
      if (connection.upgrading && mayBePlain(address) && !signal.aborted)
        return inSession(signal, work, true);
      const code = codeOf(failure as SmtpFailure);
      return { kind: code === ABORTED ? 'temporary' : 'unreachable', code };
    } finally {
      session.end();
    }
  }

  return {
    check: (signal) => inSession(signal, async () => ({ kind: 'accepted' })),
    send: ({ envelope, raw }, signal) =>
      inSession(signal, async ({ connection, step, body }) => {
        try {
          // A copy: the library keeps the session's state in the envelope it is given.
          const sent = { ...envelope, to: [...envelope.to] };
          await step((done) => connection.send(sent, body(raw), done), limits.envelopeMs);
          connection.quit();
          return { kind: 'accepted' };
        } catch (failure) {
          return outcomeOfSending(failure as SmtpFailure);
        }
      }),
  };
}
