import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export interface DocumentPolicy {
  /** Inline code of the documents, which the policy allows by its digest. */
  inlineScripts: readonly string[];
  inlineStyles: readonly string[];
  /** Origin of the API when it is on another host. */
  apiUrl: string | undefined;
  /** Allows what Vite's client needs while developing: its own style elements, and a socket that announces changes. */
  development?: boolean;
}

const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Forbids everything in answers that are no document of the site. */
const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Writes the policy of documents: own files only, inline code by digest, Trusted Types. */
export function documentPolicy({
  inlineScripts,
  inlineStyles,
  apiUrl,
  development = false,
}: DocumentPolicy): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inlineScripts.map(digestSource)],
    'style-src': ["'self'", ...(development ? ["'unsafe-inline'"] : inlineStyles.map(digestSource))],
    'font-src': ["'self'"],
    'img-src': ["'self'"],
    'media-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...(development ? ['ws:'] : []), ...(apiUrl ? [apiUrl] : [])],
    'form-action': ["'self'", ...(apiUrl ? [apiUrl] : [])],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['dompurify', 'structured-data'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function digestSource(code: string): string {
  return `'sha256-${hash('sha256', code, 'base64')}'`;
}

/**
 * Returns the base headers, for answers that are no document. HSTS includes subdomains only below `www.` (ASVS 3.4.1), because
 * those of the domain itself may belong to other services without TLS.
 */
export function securityHeaders(siteUrl: string): Record<string, string> {
  const { protocol, hostname } = new URL(siteUrl);
  const below = hostname.startsWith('www.') ? '; includeSubDomains' : '';
  return {
    ...everywhere,
    ...(protocol === 'https:' ? { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}${below}` } : {}),
    'content-security-policy': closedPolicy,
  };
}

/** Puts the base headers on every answer; a handler may replace one. */
export function registerSecurityHeaders(app: FastifyInstance, baseHeaders: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(baseHeaders);
    done();
  });
}
