import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { DAY_MS } from '../../config/clock.ts';
import { proxyWords, siteWords, smtpWords, tlsWords } from '../../content/cli-doctor.ts';
import { parseSmtpUrl } from '../../mail/smtp.server.ts';
import { mailFix, siteTransport } from '../mail.server.ts';
import {
  type Check,
  type Finding,
  isLocal,
  ok,
  problem,
  serverAddress,
  unlessLocal,
  warning,
} from './finding.ts';

const TIMEOUT_MS = 5_000;
const CERTIFICATE_ENDING_DAYS = 14;

/** Checks that this server answers where it is said to be. */
export const checkSite: Check = async ({ config }) => {
  const { url, variable } = serverAddress(config);
  const local = isLocal(url);
  const answer = await readiness(url);
  if (answer instanceof Error) {
    if (local) return unlessLocal(config, siteWords.silentLocal(url), siteWords.localFix(variable));
    const code = codeOf(answer);
    return /CERT|UNABLE_TO_VERIFY/.test(code)
      ? problem(siteWords.untrusted(url, code), certificateFix(code, variable))
      : problem(siteWords.silent(url, code), siteWords.silentFix(variable));
  }
  const { status, body } = answer;
  if (body?.checks === undefined)
    return problem(siteWords.foreign(url, status), siteWords.foreignFix(variable));
  if (status !== 200) return problem(siteWords.notReady(url, status), siteWords.notReadyFix);
  if (local) return unlessLocal(config, siteWords.readyLocal(url), siteWords.localFix(variable));
  if (url.startsWith('http:')) return problem(siteWords.http(url), siteWords.httpFix(variable));
  return ok(siteWords.ready(url));
};

interface Readiness {
  status: number;
  headers: Headers;
  /** Undefined when it is not what this site answers. */
  body: { checks?: unknown } | undefined;
}

async function readiness(url: string): Promise<Readiness | Error> {
  try {
    const answer = await fetch(`${url}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    const body = (await answer.json().catch(() => undefined)) as Readiness['body'];
    return { status: answer.status, headers: answer.headers, body };
  } catch (error) {
    return error as Error;
  }
}

/** Checks that the certificate in front of this server is accepted, and not about to end. */
export const checkTls: Check = async ({ config, clock }) => {
  const { url, variable } = serverAddress(config);
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return undefined;
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  const socket = connect({
    host,
    port: Number(port || 443),
    // An address is no name for TLS (RFC 6066, section 3), and Node throws at one.
    servername: isIP(host) === 0 ? host : '',
    rejectUnauthorized: false,
    timeout: TIMEOUT_MS,
  });
  try {
    socket.once('timeout', () => socket.destroy(new Error('ETIMEDOUT')));
    await once(socket, 'secureConnect');
    return judgeCertificate(socket, variable, clock.now());
  } catch (error) {
    return problem(tlsWords.unreachable(codeOf(error as Error)), tlsWords.unreachableFix(variable));
  } finally {
    socket.destroy();
  }
};

function judgeCertificate(socket: TLSSocket, variable: string, now: number): Finding {
  if (!socket.authorized) {
    const code = String(socket.authorizationError);
    return problem(tlsWords.wrong(code), certificateFix(code, variable));
  }
  const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now) / DAY_MS);
  return days < CERTIFICATE_ENDING_DAYS
    ? warning(tlsWords.ending(days), tlsWords.endingFix)
    : ok(tlsWords.valid(days));
}

function certificateFix(code: string, variable: string): string {
  return code === 'CERT_HAS_EXPIRED' ? tlsWords.endingFix : tlsWords.wrongFix(variable);
}

/** Headers that this site never sends and proxies do. */
const PROXY_SIGNS = ['via', 'server', 'x-served-by', 'x-cache', 'cf-ray'];

/** Compares TRUST_PROXY with the signs of a proxy in front (OWASP ASVS 4.1.3: the client's address cannot be forged). */
export const checkProxy: Check = async ({ config }) => {
  const { trustProxy, host } = config;
  const address = serverAddress(config);
  if (trustProxy === 0) {
    const sign = await signOfProxy(address);
    return sign ? problem(proxyWords.missing(sign), proxyWords.missingFix) : ok(proxyWords.none);
  }
  if (isLocal(address.url)) return warning(proxyWords.superfluous(trustProxy), proxyWords.superfluousFix);
  const exposed = host === '0.0.0.0' || host === '::';
  return exposed
    ? warning(proxyWords.exposed(trustProxy, host), proxyWords.exposedFix)
    : ok(proxyWords.trusted(trustProxy));
};

async function signOfProxy({
  url,
  variable,
}: {
  url: string;
  variable: string;
}): Promise<string | undefined> {
  if (url.startsWith('https:')) return proxyWords.https(variable);
  const answer = await readiness(url);
  if (answer instanceof Error) return undefined;
  return PROXY_SIGNS.find((name) => answer.headers.has(name));
}

/** Connects to the mail server and logs in; no mail is sent. Mails should not cross a network in the clear. */
export const checkSmtp: Check = async ({ config }) => {
  if (!config.smtpUrl) return unlessLocal(config, smtpWords.absent, smtpWords.absentFix);
  const address = parseSmtpUrl(config.smtpUrl);
  const outcome = await siteTransport(config, config.smtpUrl).check();
  if (outcome.kind !== 'accepted')
    return problem(smtpWords.refuses(address.host, outcome.code), mailFix(outcome.code));
  return outcome.encrypted || address.isLocal
    ? ok(smtpWords.accepts(address.host))
    : warning(smtpWords.inTheClear(address.host), smtpWords.inTheClearFix);
};

/** The system's code where there is one: it says more than `fetch failed`. */
function codeOf(error: Error): string {
  const { code, cause } = error as Error & { code?: unknown; cause?: { code?: unknown; message?: string } };
  return String(cause?.code ?? cause?.message ?? code ?? error.message);
}
