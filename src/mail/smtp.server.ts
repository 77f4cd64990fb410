import type { Mail } from './contact-mail.server.ts';

/** The result of one attempt. `code` is such as `SMTP 450` or `ETIMEDOUT`, never personal. */
export type Outcome =
  /** `encrypted`: of a check, whether TLS was spoken. */
  | { kind: 'accepted'; encrypted?: boolean }
  /** The server refused this mail, or broke off during it. */
  | { kind: 'refused'; code: string }
  /** The server takes no mail from this site (network, TLS, greeting, credentials, sender): no fault of this mail. */
  | { kind: 'unreachable'; code: string }
  /** Given up on this side. */
  | { kind: 'interrupted'; code: string };

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Reads `SMTP_URL`. @throws TypeError when it is no URL */
export function parseSmtpUrl(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const isLocal = LOOPBACK.includes(url.hostname);
  // TLS from the first byte; otherwise STARTTLS when the server offers it.
  const secure = url.protocol === 'smtps:';
  const asked = url.searchParams.get('requireTLS') === 'true';
  // Stops without TLS: on request, or so that a password never crosses a network in the clear.
  const requireTLS = !secure && (asked || (url.username !== '' && !isLocal));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    isLocal,
    secure,
    requireTLS,
    /** STARTTLS may not be offered, or somebody on the way may remove the offer. */
    mayBeClear: !isLocal && !secure && !requireTLS,
  };
}

/** For the connection and for the greeting, each: some servers greet after a quarter of a minute. */
const CONNECT_MS = 60_000;
// RFC 5321, 4.5.3.2.6: a client that gives up earlier after the final dot repeats a mail that was accepted.
const SEND_LIMITS = { connectMs: CONNECT_MS, answerMs: 10 * 60_000 };
const CHECK_LIMITS = { connectMs: CONNECT_MS, answerMs: 60_000 };

export interface TransportOptions {
  /** `SMTP_URL`; options of Nodemailer may follow, such as `?tls.rejectUnauthorized=false`. */
  url: string;
  name: string;
  limits?: typeof SEND_LIMITS;
  /** Gets the server's own words of a refusal, addresses masked, for an operator who tries it out. */
  onRefusal?: (line: string) => void;
}

/**
 * Delivers over SMTP, one connection per mail. A failure is an outcome, and not thrown. TLS certificates are verified, except for
 * STARTTLS on this machine, where nobody is in between.
 */
export function createTransport({ url, name, limits = SEND_LIMITS, onRefusal = () => {} }: TransportOptions) {
  const { isLocal, secure, requireTLS } = parseSmtpUrl(url);
  const bare = new URL(url);
  // The option in the URL would override the one below.
  bare.searchParams.delete('requireTLS');

  const mayBePlain = isLocal && !secure && !requireTLS;

  // Loaded at the first mail: it would cost every command line a tenth of a second.
  const mailer = async ({ connectMs, answerMs }: typeof SEND_LIMITS, needsTls = requireTLS) => {
    const nodemailer = await import('nodemailer');
    return nodemailer.createTransport({
      name,
      requireTLS: needsTls,
      opportunisticTLS: mayBePlain,
      tls: { rejectUnauthorized: !mayBePlain },
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: answerMs,
      // A server that does not end its side would keep the connection, and our process, for 5 s.
      socketCloseTimeout: 0,
      url: bare.href,
    });
  };

  const verify = async (needsTls = requireTLS) => (await mailer(CHECK_LIMITS, needsTls)).verify();

  return {
    async send({ envelope, raw }: Mail, signal: AbortSignal): Promise<Outcome> {
      try {
        const sender = await mailer(limits);
        await sender.sendMail({ envelope, raw, signal });
        return { kind: 'accepted' };
      } catch (failure) {
        const { response } = failure as SmtpFailure;
        if (response) onRefusal(response.replace(/[^\s<>@]+@[^\s<>@]+/g, '…@…'));
        const outcome = outcomeOf(failure as SmtpFailure);
        // A server that answers and then breaks off may have accepted this mail: the attempts have to end.
        const brokeOff = BROKEN_OFF.includes(outcome.code);
        return brokeOff && (await verify().catch(() => false)) ? { ...outcome, kind: 'refused' } : outcome;
      }
    },
    /** Connects and logs in, nothing more: `accepted` when mails could be sent. Gives up after a minute at each step. */
    async check(): Promise<Outcome> {
      try {
        await verify();
      } catch (failure) {
        return outcomeOf(failure as SmtpFailure);
      }
      const encrypted = secure || requireTLS || (await verify(true).catch(() => false));
      return { kind: 'accepted', encrypted };
    },
  };
}

/** The safe facts of an error of Nodemailer. Its message quotes the server, which quotes addresses. */
interface SmtpFailure {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
  cause?: { name?: string };
}

/** The steps at which a refusal is about the mail or the mailbox. The greeting, the login and the sender are the same for all. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/**
 * Codes that are never about a mail, at any step (RFC 5321, 4.2.2): the service closes or does not understand us. Some servers
 * refuse our greeting only at the recipient (`504 Helo command rejected`).
 */
const ABOUT_US = [421, 500, 501, 502, 503, 504];

const BROKEN_OFF = ['ECONNECTION', 'ECONNRESET', 'EPIPE'];

function outcomeOf(failure: SmtpFailure): Exclude<Outcome, { kind: 'accepted' }> {
  const { responseCode, command = '' } = failure;
  if (failure.code === 'EABORT' && failure.cause?.name !== 'TimeoutError')
    return { kind: 'interrupted', code: 'EABORT' };
  const refused = responseCode && ABOUT_THE_MAIL.includes(command) && !ABOUT_US.includes(responseCode);
  return { kind: refused ? 'refused' : 'unreachable', code: codeOf(failure) };
}

function codeOf({ responseCode, originalCode, code, command }: SmtpFailure): string {
  if (code === 'EABORT') return 'ETIMEDOUT';
  // A server without STARTTLS answers with a code that would look like one about the mail.
  if (code === 'ETLS' && command === 'STARTTLS') return originalCode ?? code;
  return responseCode ? `SMTP ${responseCode}` : (originalCode ?? code ?? 'EUNKNOWN');
}
