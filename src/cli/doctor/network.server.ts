import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { DAY_MS } from '../../config/clock.ts';
import { checkWords } from '../../content/cli-doctor.ts';
import { mailWords } from '../../content/cli-mail.ts';
import { parseSmtpUrl } from '../../mail/smtp.server.ts';
import { mailFix, siteTransport } from '../mail.server.ts';
import { type Check, isLocal, ok, problem, unlessLocal, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;
const CERTIFICATE_ENDING_DAYS = 14;

/** Checks that the site answers at its public address, with a valid certificate that does not expire soon. */
export const checkSite: Check = async ({ config, clock }) => {
  const words = checkWords.site;
  // With `API_URL` the site's own address is another server's.
  const url = config.apiUrl ?? config.siteUrl;
  if (isLocal(url)) return unlessLocal(config, words.local(url), words.localFix);
  if (!url.startsWith('https:')) return problem(words.http(url), words.httpFix);
  let certificateEnd: string;
  try {
    certificateEnd = await askReadiness(url);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return problem(words.notReady(url, code ?? message), words.notReadyFix);
  }
  const days = Math.floor((Date.parse(certificateEnd) - clock.now()) / DAY_MS);
  return days < CERTIFICATE_ENDING_DAYS
    ? warning(words.ready(url, days), words.endingFix)
    : ok(words.ready(url, days));
};

/**
 * Gives the expiry date of the certificate.
 * @throws if the connection fails, the certificate is refused, or the answer is not that of a ready site
 */
async function askReadiness(url: string): Promise<string> {
  // Without an agent the connection closes after the answer.
  const request = get(`${url}/readyz`, { agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const certificate = (response.socket as TLSSocket).getPeerCertificate();
  const isReady = response.statusCode === 200 && (await text(response)).includes('"checks"');
  if (!isReady) throw new Error(`HTTP ${response.statusCode}`);
  return certificate.valid_to;
}

/** Compares TRUST_PROXY with SITE_URL and HOST: no client may forge its address (OWASP ASVS 4.1.3). */
export const checkProxy: Check = async ({ config }) => {
  const words = checkWords.proxy;
  const { trustProxy, host } = config;
  const url = config.apiUrl ?? config.siteUrl;
  if (trustProxy === 0)
    return url.startsWith('https:') ? problem(words.missing, words.missingFix) : ok(words.trusted(0));
  return host === '0.0.0.0' || host === '::'
    ? warning(words.exposed(trustProxy, host), words.exposedFix)
    : ok(words.trusted(trustProxy));
};

/** Connects to the mail server and logs in, without sending a mail. Warns of mails that cross a network in the clear. */
export const checkSmtp: Check = async ({ config }) => {
  const words = checkWords.smtp;
  if (!config.smtpUrl) return unlessLocal(config, mailWords.absent, mailWords.absentFix);
  const { host, isLocal: isNear } = parseSmtpUrl(config.smtpUrl);
  const outcome = await siteTransport(config, config.smtpUrl).check();
  if (outcome.kind !== 'accepted') return problem(words.refuses(host, outcome.code), mailFix(outcome.code));
  return outcome.encrypted || isNear
    ? ok(words.accepts(host))
    : warning(words.inTheClear(host), words.inTheClearFix);
};
