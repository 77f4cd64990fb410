import { Readable } from 'node:stream';
import { whenNeeded } from '../config/when-needed.server.ts';
import type { SmtpAddress } from './smtp-address.server.ts';

/** What the library, or we, say of a failure. */
export interface SmtpFailure {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  command?: string;
}

/** We gave up, for a reason of our own: it says nothing of the server. */
export const ABORTED = 'EABORT';

/** How long a server is waited for, in milliseconds. */
export interface SmtpLimits {
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

const smtpConnection = whenNeeded<typeof import('nodemailer/lib/smtp-connection').default>(
  'nodemailer/lib/smtp-connection',
);

type Step = (done: (error?: unknown) => void) => void;

/**
 * A server on this machine may have a certificate of its own making, and may offer STARTTLS and then refuse it, or fail at it:
 * nobody is between here and there. Behind `smtps:` on this machine may be a tunnel to another.
 */
export const mayBePlain = ({ isLocal, secure, requireTLS }: SmtpAddress) => isLocal && !secure && !requireTLS;

/** The connection's settings: what is encrypted, what is believed, how long the library waits. */
function connectionOptions(address: SmtpAddress, { stepMs, mailMs }: SmtpLimits, ignoreTLS: boolean) {
  return {
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
  };
}

/**
 * Opens a session; a failure outside of any command comes as an event and ends the step under way, as its limit does.
 * @param ignoreTLS whether an offered STARTTLS is left alone
 */
export function openSession(
  address: SmtpAddress,
  limits: SmtpLimits,
  signal: AbortSignal,
  ignoreTLS: boolean,
) {
  const SMTPConnection = smtpConnection();
  const connection = new SMTPConnection(connectionOptions(address, limits, ignoreTLS));
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
    step(start: Step, ms = limits.stepMs): Promise<void> {
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
          limitTo(limits.mailMs);
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

/** What {@link openSession} gives. */
export type SmtpSession = ReturnType<typeof openSession>;
