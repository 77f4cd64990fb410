import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

interface DocumentPolicy {
  inlineScripts: readonly string[];
  inlineStyles: readonly string[];
  /** Origin of the API when it is on another host. */
  apiUrl: string | undefined;
  /** Allows what Vite's client needs while developing: style elements of its own, and a socket for changes. */
  development?: boolean;
}

/** The policy of documents: own files only, inline code by digest, Trusted Types. */
export function documentPolicy(options: DocumentPolicy): string {
  const { inlineScripts, inlineStyles, apiUrl, development = false } = options;
  const styles = development ? ["'unsafe-inline'"] : inlineStyles.map(digestSource);
  const api = apiUrl ? [apiUrl] : [];
  return [
    ["default-src 'none'"],
    ["script-src 'self'", ...inlineScripts.map(digestSource)],
    ["style-src 'self'", ...styles],
    ["font-src 'self'; img-src 'self'; media-src 'self'; manifest-src 'self'"],
    ["connect-src 'self'", ...(development ? ['ws:'] : []), ...api],
    ["form-action 'self'", ...api],
    ["base-uri 'none'; object-src 'none'; frame-ancestors 'none'"],
    ["require-trusted-types-for 'script'; trusted-types dompurify structured-data"],
  ]
    .map((parts) => parts.join(' '))
    .join('; ');
}

function digestSource(code: string): string {
  return `'sha256-${hash('sha256', code, 'base64')}'`;
}

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Base headers, for answers that are not a document: nothing may load or run. HSTS covers the hosts below `www.` alone
 * (ASVS 3.4.1): those of a domain itself may belong to other services, without TLS.
 */
export function securityHeaders(siteUrl: string): Record<string, string> {
  const { protocol, hostname } = new URL(siteUrl);
  const below = hostname.startsWith('www.') ? '; includeSubDomains' : '';
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(protocol === 'https:' ? { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}${below}` } : {}),
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  };
}

/** Puts the base headers on every answer; a handler may replace one by its own. */
export function registerSecurityHeaders(app: FastifyInstance, baseHeaders: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(baseHeaders);
    done();
  });
}
