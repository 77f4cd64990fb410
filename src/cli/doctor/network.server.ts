import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { DAY_MS } from '../../config/clock.ts';
import { proxyWords, siteWords, smtpWords } from '../../content/cli-doctor.ts';
import { parseSmtpUrl } from '../../mail/smtp.server.ts';
import { mailFix, siteTransport } from '../mail.server.ts';
import { type Check, isLocal, ok, problem, unlessLocal, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const CERTIFICATE_ENDING_DAYS = 14;

/** Checks that the site answers at its public address, with a valid certificate that does not expire soon. */
export const checkSite: Check = async ({ config, clock }) => {
  // With `API_URL` the site's own address is another server's.
  const url = config.apiUrl ?? config.siteUrl;
  if (isLocal(url)) return unlessLocal(config, siteWords.local(url), siteWords.localFix);
  let certificateEnd: string | undefined;
  try {
    certificateEnd = await askReadiness(url);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return problem(siteWords.notReady(url, code ?? message), siteWords.notReadyFix);
  }
  if (certificateEnd === undefined) return problem(siteWords.http(url), siteWords.httpFix);
  const days = Math.floor((Date.parse(certificateEnd) - clock.now()) / DAY_MS);
  return days < CERTIFICATE_ENDING_DAYS
    ? warning(siteWords.ready(url, days), siteWords.endingFix)
    : ok(siteWords.ready(url, days));
};

/**
 * Gives the expiry date of the certificate; undefined without TLS.
 * @throws if the connection fails, the certificate is refused, or the answer is not that of a ready site
 */
async function askReadiness(url: string): Promise<string | undefined> {
  const { get } = url.startsWith('https:') ? https : http;
  // Without an agent the connection closes after the answer.
  const request = get(`${url}/readyz`, { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const certificate = (response.socket as Partial<TLSSocket>).getPeerCertificate?.();
  const isReady = response.statusCode === 200 && (await text(response)).includes('"checks"');
  if (!isReady) throw new Error(`HTTP ${response.statusCode}`);
  return certificate?.valid_to;
}

/** Compares TRUST_PROXY with SITE_URL and HOST: no client may forge its address (OWASP ASVS 4.1.3). */
export const checkProxy: Check = async ({ config }) => {
  const { trustProxy, host } = config;
  const url = config.apiUrl ?? config.siteUrl;
  if (trustProxy === 0)
    return url.startsWith('https:')
      ? problem(proxyWords.missing, proxyWords.missingFix)
      : ok(proxyWords.none);
  if (isLocal(url)) return warning(proxyWords.superfluous(trustProxy), proxyWords.superfluousFix);
  return host === '0.0.0.0' || host === '::'
    ? warning(proxyWords.exposed(trustProxy, host), proxyWords.exposedFix)
    : ok(proxyWords.trusted(trustProxy));
};

/** Connects to the mail server and logs in, without sending a mail. Warns of mails that cross a network in the clear. */
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
