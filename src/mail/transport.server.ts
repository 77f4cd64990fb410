import type { Mail } from './notification.server.ts';
import { parseSmtpUrl } from './smtp-address.server.ts';
import {
  ABORTED,
  mayBePlain,
  openSession,
  type SmtpFailure,
  type SmtpLimits,
  type SmtpSession,
} from './smtp-session.server.ts';

/**
 * What became of one attempt. `code` is such as `SMTP 450` or `ETIMEDOUT`, never personal.
 * `temporary`: this mail should be tried again. `permanent`: it never will be taken. `unreachable`: the server
 * could not be asked (network, TLS, credentials, sender), which is no fault of this mail. `interrupted`: it was given up on
 * this side, which says nothing of the server; it should be tried again. `encrypted`: of a check, whether TLS was spoken.
 */
export type Outcome =
  | { kind: 'accepted'; encrypted?: boolean }
  | { kind: 'temporary'; code: string }
  | { kind: 'permanent'; code: string }
  | { kind: 'unreachable'; code: string }
  | { kind: 'interrupted'; code: string };

/** Hands mails to a mail server: what fails on the way is an outcome, and not thrown. */
export interface Transport {
  /** Sends one mail; aborting cuts the connection and gives `interrupted`. */
  send(mail: Mail, signal: AbortSignal): Promise<Outcome>;
  /** Connects and logs in, nothing more: `accepted` when mails could be sent. */
  check(signal: AbortSignal): Promise<Outcome>;
}

/** Names of our own: the library's texts quote the server, which quotes addresses. */
function codeOf({ responseCode, originalCode, code, command }: SmtpFailure): string {
  // What a server answers that knows no STARTTLS would read as one about the mail.
  if (code === 'ETLS' && command === 'STARTTLS') return originalCode ?? code;
  return responseCode ? `SMTP ${responseCode}` : (originalCode ?? code ?? 'EUNKNOWN');
}

/** Where a 5xx is about this mail. */
const PERMANENT_AT = ['RCPT TO', 'DATA'];

function outcomeOfSending(failure: SmtpFailure): Outcome {
  const refused = (failure.responseCode ?? 0) >= 500;
  const code = codeOf(failure);
  if (code === ABORTED) return { kind: 'interrupted', code };
  // The sender is the same in all mails, from our settings.
  if (refused && failure.command === 'MAIL FROM') return { kind: 'unreachable', code };
  return { kind: refused && PERMANENT_AT.includes(failure.command ?? '') ? 'permanent' : 'temporary', code };
}

const LIMITS: SmtpLimits = { stepMs: 60_000, envelopeMs: 5 * 60_000, mailMs: 10 * 60_000 };

/**
 * Delivers over SMTP, one connection per mail: a connection that a server closed meanwhile, or one that hangs,
 * then never concerns another mail, and which step failed is known. TLS certificates are verified, but for STARTTLS on
 * this machine, whose server gets mails in plain when its STARTTLS fails, unless TLS is required.
 * @param smtpUrl see {@link parseSmtpUrl}
 */
export function createTransport(smtpUrl: string, limits = LIMITS): Transport {
  const address = parseSmtpUrl(smtpUrl);

  async function inSession(
    signal: AbortSignal,
    work: (session: SmtpSession) => Promise<Outcome>,
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
      return { kind: code === ABORTED ? 'interrupted' : 'unreachable', code };
    } finally {
      session.end();
    }
  }

  return {
    check: (signal) =>
      inSession(signal, async ({ connection }) => ({ kind: 'accepted', encrypted: connection.secure })),
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
