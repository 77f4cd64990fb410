/** Where the mail server is, and how it is spoken to. */
export interface SmtpAddress {
  host: string;
  port: number | undefined;
  /** TLS from the first byte (`smtps://`); otherwise STARTTLS when the server offers it. */
  secure: boolean;
  /** Refuse to go on without TLS: as asked for, or so that a password never crosses a network in the clear. */
  requireTLS: boolean;
  credentials: { user: string; pass: string } | undefined;
  /** Whether it is on this machine. */
  isLocal: boolean;
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Reads `smtp://` or `smtps://`, with `user:password@` percent-encoded, and `?requireTLS=true`.
 * @throws TypeError when it is no URL
 */
export function parseSmtpUrl(smtpUrl: string): SmtpAddress {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = LOOPBACK.includes(host);
  const secure = url.protocol === 'smtps:';
  const asked = url.searchParams.get('requireTLS') === 'true';
  const credentials = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined;
  return {
    host,
    port: url.port ? Number(url.port) : undefined,
    secure,
    requireTLS: !secure && (asked || (credentials !== undefined && !isLocal)),
    credentials,
    isLocal,
  };
}

/** Whether mails cross a network in the clear when the server, or somebody on the way to it, offers no STARTTLS. */
export function mayCrossInTheClear({ isLocal, secure, requireTLS }: SmtpAddress): boolean {
  return !isLocal && !secure && !requireTLS;
}
