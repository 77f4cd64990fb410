import type { FastifyInstance } from 'fastify';
import { type Clock, DAY_MS } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { pageNames, routes } from '../routes.ts';
import { identity } from '../site.ts';

export const ONE_DAY = 'public, max-age=86400';

const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** Serves robots.txt, the sitemap, the web manifest and security.txt. */
export function registerDiscovery(
  app: FastifyInstance,
  { siteUrl, apiUrl }: Pick<Config, 'siteUrl' | 'apiUrl'>,
  clock: Clock,
): void {
  const files: Record<string, [type: string, body: () => string]> = {
    '/robots.txt': ['text/plain; charset=utf-8', () => robots(siteUrl)],
    '/sitemap.xml': ['application/xml; charset=utf-8', () => sitemap(siteUrl)],
    '/site.webmanifest': ['application/manifest+json; charset=utf-8', () => JSON.stringify(webManifest)],
    [SECURITY_TXT_PATH]: ['text/plain; charset=utf-8', () => securityTxt(apiUrl ?? siteUrl, clock.now())],
  };
  for (const [path, [type, body]] of Object.entries(files)) {
    app.get(path, async (_request, reply) => reply.type(type).header('cache-control', ONE_DAY).send(body()));
  }
}

/** RFC 9116, 2.5.5, recommends that a file is valid for less than a year. */
const VALID_FOR_MS = 180 * DAY_MS;

/**
 * Writes security.txt (RFC 9116); its expiry date moves with the clock.
 * @param origin this server's own, because readers distrust a file that names another (2.5.2)
 */
function securityTxt(origin: string, now: number): string {
  const expires = Math.floor((now + VALID_FOR_MS) / DAY_MS) * DAY_MS;
  return `Contact: mailto:${identity.contactEmail}
Expires: ${new Date(expires).toISOString()}
Preferred-Languages: fr, en
Canonical: ${origin}${SECURITY_TXT_PATH}
`;
}

/** Allows everything, `/graphql` too: a search engine that runs the page has to get the profile, or it would see a blank page. */
function robots(siteUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`;
}

function sitemap(siteUrl: string): string {
  const urls = pageNames.map((page) => `  <url><loc>${new URL(routes[page].path, siteUrl).href}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const webManifest = {
  name: identity.studioName,
  lang: 'fr',
  id: routes.home.path,
  start_url: routes.home.path,
  icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
};
