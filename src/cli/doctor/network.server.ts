import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { DAY_MS } from '../../config/clock.ts';
import type { Config } from '../../config/config.server.ts';
import { proxyWords, siteWords, smtpWords } from '../../content/cli-doctor.ts';
import { parseSmtpUrl } from '../../mail/smtp.server.ts';
import { mailFix, siteTransport } from '../mail.server.ts';
import { type Check, type Finding, isLocal, ok, problem, unlessLocal, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const CERTIFICATE_ENDING_DAYS = 14;

/** Checks that this server answers where it is said to be, by a certificate that is accepted and not about to end. */
export const checkSite: Check = async ({ config, clock }) => {
  const { url, variable } = serverAddress(config);
  if (isLocal(url)) return unlessLocal(config, siteWords.local(url), siteWords.localFix(variable));
  let answer: Answer;
  try {
    answer = await askReadiness(url);
  } catch (error) {
    return explainSilence(url, variable, (error as NodeJS.ErrnoException).code ?? (error as Error).message);
  }
  const { status, body, certificateEnd } = answer;
  if (body?.checks === undefined)
    return problem(siteWords.foreign(url, status), siteWords.foreignFix(variable));
  if (status !== 200) return problem(siteWords.notReady(url, status), siteWords.notReadyFix);
  if (certificateEnd === undefined) return problem(siteWords.http(url), siteWords.httpFix(variable));
  const days = Math.floor((Date.parse(certificateEnd) - clock.now()) / DAY_MS);
  return days < CERTIFICATE_ENDING_DAYS
    ? warning(siteWords.ending(url, days), siteWords.endingFix)
    : ok(siteWords.ready(url, days));
};

/** Gives the address of this server, and the variable that says it: with `API_URL` the site's own address is another server's. */
function serverAddress({ apiUrl, siteUrl }: Config): { url: string; variable: string } {
  return apiUrl === undefined ? { url: siteUrl, variable: 'SITE_URL' } : { url: apiUrl, variable: 'API_URL' };
}

function explainSilence(url: string, variable: string, code: string): Finding {
  if (code === 'CERT_HAS_EXPIRED') return problem(siteWords.untrusted(url, code), siteWords.endingFix);
  return /CERT|UNABLE_TO_VERIFY/.test(code)
    ? problem(siteWords.untrusted(url, code), siteWords.untrustedFix(variable))
    : problem(siteWords.silent(url, code), siteWords.silentFix(variable));
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  /** Undefined when it is not what this site answers. */
  body: { checks?: unknown } | undefined;
  /** Undefined without TLS. */
  certificateEnd: string | undefined;
}

/** @throws the connection's error, or TLS's when the certificate is refused */
async function askReadiness(url: string): Promise<Answer> {
  const { get } = url.startsWith('https:') ? https : http;
  // A connection of its own is closed after the answer.
  const request = get(`${url}/readyz`, { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const certificate = (response.socket as Partial<TLSSocket>).getPeerCertificate?.();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: (await json(response).catch(() => undefined)) as Answer['body'],
    certificateEnd: certificate?.valid_to,
  };
}

/** Headers that this site never sends and proxies do. */
const PROXY_SIGNS = ['via', 'server', 'x-served-by', 'x-cache', 'cf-ray'];

/** Compares TRUST_PROXY with the signs of a proxy in front (OWASP ASVS 4.1.3: the client's address cannot be forged). */
export const checkProxy: Check = async ({ config }) => {
  const { trustProxy, host } = config;
  const { url, variable } = serverAddress(config);
  if (trustProxy === 0) {
    const sign = url.startsWith('https:') ? proxyWords.https(variable) : await signOfProxy(url);
    return sign ? problem(proxyWords.missing(sign), proxyWords.missingFix) : ok(proxyWords.none);
  }
  if (isLocal(url)) return warning(proxyWords.superfluous(trustProxy), proxyWords.superfluousFix);
  return host === '0.0.0.0' || host === '::'
    ? warning(proxyWords.exposed(trustProxy, host), proxyWords.exposedFix)
    : ok(proxyWords.trusted(trustProxy));
};

async function signOfProxy(url: string): Promise<string | undefined> {
  const answer = await askReadiness(url).catch(() => undefined);
  return answer && PROXY_SIGNS.find((name) => name in answer.headers);
}

/** Connects to the mail server and logs in; no mail is sent. Mails should not cross a network in the clear. */
export const checkSmtp: Check = async ({ config }) => {
  if (!config.smtpUrl) return unlessLocal(config, smtpWords.absent, smtpWords.absentFix);
  const { host, isLocal: isNear } = parseSmtpUrl(config.smtpUrl);
  const outcome = await siteTransport(config, config.smtpUrl).check();
  if (outcome.kind !== 'accepted')
    return problem(smtpWords.refuses(host, outcome.code), mailFix(outcome.code));
  return outcome.encrypted || isNear
    ? ok(smtpWords.accepts(host))
    : warning(smtpWords.inTheClear(host), smtpWords.inTheClearFix);
};
