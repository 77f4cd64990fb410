/*
 * The score of the MDN HTTP Observatory (algorithm version 6: twelve tests from a base of 100), by its public documentation
 * and score table: https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring. Written anew for one page whose
 * answer is at hand; two of its tests need a network and are given: the redirection from HTTP, and the preload list (not on it).
 */

export interface PageAnswer {
  /** The address it was asked at, https. */
  url: string;
  /** By name in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  html: string;
}

type Policy = ReadonlyMap<string, ReadonlySet<string>>;

const BASE = 100;
/** Bonuses only count from here on. */
const BONUS_FROM = 90;
const SIX_MONTHS_SECONDS = 15_552_000;

const broad = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const inline = ["'unsafe-inline'", 'data:'];

function has(sources: ReadonlySet<string>, unwanted: readonly string[]): boolean {
  return unwanted.some((source) => sources.has(source));
}

function parsePolicy(header: string): Policy {
  const policy = new Map<string, Set<string>>();
  for (const directive of header.split(';').map((part) => part.trim().split(/\s+/))) {
    const [name = '', ...sources] = directive;
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), new Set(sources));
  }
  return policy;
}

/** A nonce or a hash switches 'unsafe-inline' off. */
function sourcesOf(policy: Policy, name: string): Set<string> {
  const sources = new Set(policy.get(name) ?? policy.get('default-src') ?? ['*']);
  const strict = [...sources].some((source) => /^'(sha(256|384|512)|nonce)-/.test(source));
  if (strict) sources.delete("'unsafe-inline'");
  if (!sources.has("'strict-dynamic'")) return sources;
  return new Set(
    [...sources].filter((source) => !strict || !(broad.includes(source) || source === "'self'")),
  );
}

function insecure(sources: Iterable<string>): boolean {
  return [...sources].some((source) => source.startsWith('http:') || source.startsWith('ftp:'));
}

function contentSecurityPolicy(header: string | undefined): number {
  if (!header) return -25;
  const policy = parsePolicy(header);
  if (policy.size === 0) return -25;
  const scripts = sourcesOf(policy, 'script-src');
  const styles = sourcesOf(policy, 'style-src');
  const objects = sourcesOf(policy, 'object-src');
  const passive = ['img-src', 'media-src'];
  const active = [...policy]
    .filter(([name]) => !passive.includes(name))
    .flatMap(([, sources]) => [...sources]);
  const none = policy.get('default-src');
  if (has(scripts, [...broad, ...inline]) || has(objects, broad)) return -20;
  if (insecure(active)) return -20;
  if (scripts.has("'unsafe-eval'") || styles.has("'unsafe-eval'")) return -10;
  if (insecure(passive.flatMap((name) => [...(policy.get(name) ?? none ?? [])]))) return -10;
  if (has(styles, [...broad, ...inline])) return 0;
  return none?.size === 1 && none.has("'none'") ? 10 : 5;
}

function cookies(header: string | undefined, hsts: boolean): number {
  if (!header) return 0;
  if (!/;\s*secure/i.test(header)) return hsts ? -5 : -20;
  return /;\s*samesite=(strict|lax)/i.test(header) ? 5 : 0;
}

function referrerPolicy(header: string | undefined): number {
  if (header === undefined) return 0;
  const last = header.split(',').at(-1)?.trim().toLowerCase() ?? '';
  return ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(last)
    ? 5
    : -5;
}

function transportSecurity(header: string | undefined): number {
  const seconds = /(?:^|;)\s*max-age=(\d+)/i.exec(header ?? '')?.[1];
  if (seconds === undefined || header?.includes(',')) return -20;
  return Number(seconds) < SIX_MONTHS_SECONDS ? -10 : 0;
}

/** Only scripts from elsewhere are examined; own ones with a digest earn the bonus. */
function subresourceIntegrity({ html, url }: PageAnswer): number {
  const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)]
    .map(([, attributes = '']) => ({
      src: /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1],
      integrity: /\bintegrity\s*=/i.test(attributes),
    }))
    .filter(({ src }) => src !== undefined) as { src: string; integrity: boolean }[];
  const foreign = scripts.filter(
    ({ src }) => src.startsWith('//') || new URL(src, url).host !== new URL(url).host,
  );
  const unsafe = foreign.filter(({ src }) => !src.startsWith('https:'));
  if (unsafe.length > 0) return unsafe.some(({ integrity }) => !integrity) ? -50 : -20;
  if (foreign.some(({ integrity }) => !integrity)) return -5;
  return foreign.length > 0 || scripts.some(({ integrity }) => integrity) ? 5 : 0;
}

function frames(csp: string | undefined, header: string | undefined): number {
  if (parsePolicy(csp ?? '').has('frame-ancestors')) return 5;
  return /^(deny|sameorigin)$|^allow-from/i.test(header ?? '') ? 0 : -20;
}

function oneOf(header: string | undefined, rewarded: readonly string[], tolerated: string): number {
  if (header === undefined) return 0;
  if (rewarded.includes(header.trim())) return 10;
  return header.trim() === tolerated ? 0 : -5;
}

const openers = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'];

/** The points that each of the twelve tests gives or takes. */
export function modifiers(answer: PageAnswer): Record<string, number> {
  const { headers } = answer;
  const csp = headers['content-security-policy'];
  const hsts = headers['strict-transport-security'];
  return {
    'content-security-policy': contentSecurityPolicy(csp),
    cookies: cookies(headers['set-cookie'], transportSecurity(hsts) === 0),
    'cross-origin-resource-sharing': headers['access-control-allow-credentials'] === 'true' ? -50 : 0,
    redirection: 0,
    'referrer-policy': referrerPolicy(headers['referrer-policy']),
    'strict-transport-security': transportSecurity(hsts),
    'subresource-integrity': subresourceIntegrity(answer),
    'x-content-type-options': headers['x-content-type-options']?.toLowerCase() === 'nosniff' ? 0 : -5,
    'x-frame-options': frames(csp, headers['x-frame-options']),
    'cross-origin-opener-policy': oneOf(headers['cross-origin-opener-policy'], openers, 'unsafe-none'),
    'cross-origin-embedder-policy': oneOf(
      headers['cross-origin-embedder-policy'],
      ['require-corp', 'credentialless'],
      'unsafe-none',
    ),
    'cross-origin-resource-policy': oneOf(
      headers['cross-origin-resource-policy'],
      ['same-origin', 'same-site'],
      'cross-origin',
    ),
  };
}

/** The score: penalties first, bonuses only for a page that did well without them. */
export function observatoryScore(answer: PageAnswer): number {
  const points = Object.values(modifiers(answer));
  const sum = (wanted: (point: number) => boolean) => points.filter(wanted).reduce((a, b) => a + b, 0);
  const penalised = Math.max(0, BASE + sum((point) => point < 0));
  return penalised >= BONUS_FROM ? penalised + sum((point) => point > 0) : penalised;
}
