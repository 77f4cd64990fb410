import type { Mail } from './contact-mail.server.ts';

/** The result of one attempt; `code` is such as `SMTP 450` or `ETIMEDOUT`, and never personal. */
export type Outcome =
  /** For a check, `encrypted` says whether TLS could be used. */
  | { kind: 'accepted'; encrypted?: boolean }
  /** The server refused this mail, or broke the connection during it. */
  | { kind: 'refused'; code: string }
  /** The server accepts no mail from this site (network, TLS, greeting, credentials, sender); this mail is not at fault. */
  | { kind: 'unreachable'; code: string }
  /** This side gave up the attempt. */
  | { kind: 'interrupted'; code: string };

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Reads `SMTP_URL`. @throws TypeError when it is no URL */
export function parseSmtpUrl(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const isLocal = LOOPBACK.includes(url.hostname);
  // `smtps:` means TLS from the first byte; otherwise STARTTLS is used when the server offers it.
  const secure = url.protocol === 'smtps:';
  const asked = url.searchParams.get('requireTLS') === 'true';
  // Sending fails without TLS if the operator asked for it, or if a password would cross a network unencrypted.
  const requireTLS = !secure && (asked || (url.username !== '' && !isLocal));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    isLocal,
    secure,
    requireTLS,
    /** The server may not offer STARTTLS, or somebody on the way may remove the offer. */
    mayBeClear: !isLocal && !secure && !requireTLS,
  };
}

const MINUTE_MS = 60_000;
// A client that gives up sooner after the final dot would repeat an accepted mail (RFC 5321, 4.5.3.2.6).
const SEND_ANSWER_MS = 10 * MINUTE_MS;

export interface TransportOptions {
  /** The value of `SMTP_URL`; options of Nodemailer may follow, such as `?tls.rejectUnauthorized=false`. */
  url: string;
  name: string;
  /** Gets the server's own words of a refusal, without addresses, for an operator who runs a test. */
  onRefusal?: (line: string) => void;
}

/**
 * Sends over SMTP, one connection per mail; returns a failure instead of throwing it. TLS certificates are verified, except for
 * STARTTLS on this machine, where nobody can intercept.
 */
export function createTransport({ url, name, onRefusal = () => {} }: TransportOptions) {
  const { isLocal, secure, requireTLS } = parseSmtpUrl(url);
  const bare = new URL(url);
  // The option is removed from the URL, where it would override the one below.
  bare.searchParams.delete('requireTLS');

  const mayBePlain = isLocal && !secure && !requireTLS;

  // Nodemailer is loaded at the first mail, because loading would cost every command line a tenth of a second.
  const mailer = async (socketTimeout: number, needsTls = requireTLS) => {
    const nodemailer = await import('nodemailer');
    return nodemailer.createTransport({
      name,
      requireTLS: needsTls,
      opportunisticTLS: mayBePlain,
      tls: { rejectUnauthorized: !mayBePlain },
      connectionTimeout: MINUTE_MS,
      // A server has a minute for its greeting, because some delay it by 15 seconds.
      greetingTimeout: MINUTE_MS,
      socketTimeout,
      url: bare.href,
    });
  };

  const verify = async (needsTls = requireTLS) => (await mailer(MINUTE_MS, needsTls)).verify();

  return {
    async send({ envelope, raw }: Mail, signal: AbortSignal): Promise<Outcome> {
      try {
        const sender = await mailer(SEND_ANSWER_MS);
        await sender.sendMail({ envelope, raw, signal });
        return { kind: 'accepted' };
      } catch (failure) {
        const { response } = failure as SmtpFailure;
        if (response) onRefusal(response.replace(/[^\s<>@]+@[^\s<>@]+/g, '…@…'));
        const outcome = outcomeOf(failure as SmtpFailure);
        // If the server answers now, it may have accepted this mail before it broke off, so the attempts have to end.
        const brokeOff = BROKEN_OFF.includes(outcome.code);
        return brokeOff && (await verify().catch(() => false)) ? { ...outcome, kind: 'refused' } : outcome;
      }
    },
    /** Connects and logs in only; `accepted` means that mails could be sent. Gives up after a minute at each step. */
    async check(): Promise<Outcome> {
      try {
        await verify();
      } catch (failure) {
        return outcomeOf(failure as SmtpFailure);
      }
      // Another log-in is needed only where TLS was optional.
      const encrypted = secure || requireTLS || (await verify(true).catch(() => false));
      return { kind: 'accepted', encrypted };
    },
  };
}

/** The fields of Nodemailer's error that are used. `response` quotes the server, which may quote addresses. */
interface SmtpFailure {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
  cause?: { name?: string };
}

/** At these steps a refusal is about the mail or the mailbox; greeting, login and sender are the same for all mails. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

/**
 * Codes that are never about a mail (RFC 5321, 4.2.2): the service closes, or does not understand us. Some servers refuse our
 * greeting only at the recipient (`504 Helo command rejected`).
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

function codeOf({ responseCode, originalCode, code }: SmtpFailure): string {
  if (code === 'EABORT') return 'ETIMEDOUT';
  // Without STARTTLS, the server's answer has a code that would look like one about the mail.
  if (code === 'ETLS') return originalCode ?? code;
  return responseCode ? `SMTP ${responseCode}` : (originalCode ?? code ?? 'EUNKNOWN');
}
