import type { FastifyInstance } from 'fastify';
import { about } from '../content/about.ts';
import { identity } from '../content/identity.ts';
import { pageFacts } from '../content/page-facts.ts';
import { pageNames, routes } from '../routes.ts';
import { grounds } from '../theme/palette.ts';
import { ONE_DAY } from './cache-control.ts';

/** Lists what search engines and phones ask for beside the pages, by path: media type and body. */
export function discoveryFiles(siteUrl: string): Readonly<Record<string, [type: string, body: string]>> {
  return {
    '/robots.txt': ['text/plain; charset=utf-8', robots(siteUrl)],
    '/sitemap.xml': ['application/xml; charset=utf-8', sitemap(siteUrl)],
    '/site.webmanifest': ['application/manifest+json; charset=utf-8', JSON.stringify(webManifest)],
  };
}

/** Serves `robots.txt`, `sitemap.xml` and the web manifest. */
export function registerDiscovery(app: FastifyInstance, { siteUrl }: { siteUrl: string }): void {
  for (const [path, [type, body]] of Object.entries(discoveryFiles(siteUrl))) {
    app.get(path, async (_request, reply) => reply.type(type).header('cache-control', ONE_DAY).send(body));
  }
}

/**
 * Everything is open, `/graphql` too: a search engine that runs the page asks for the profile as a browser does, and would
 * otherwise see a blank page.
 */
function robots(siteUrl: string): string {
  return ['User-agent: *', 'Allow: /', '', `Sitemap: ${new URL('/sitemap.xml', siteUrl).href}`, ''].join(
    '\n',
  );
}

/** The route table, with the day each page's words last changed (sitemaps.org protocol 0.9). */
function sitemap(siteUrl: string): string {
  const urls = pageNames.map((page) => {
    const address = new URL(routes[page].path, siteUrl).href;
    return `  <url><loc>${address}</loc><lastmod>${pageFacts[page].updated}</lastmod></url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: purpose === 'any' ? `/icon-${size}.png` : `/icon-maskable-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const webManifest = {
  name: identity.studioName,
  short_name: identity.studioName,
  description: about.head.description,
  lang: 'fr',
  id: '/',
  start_url: '/',
  display: 'browser',
  background_color: grounds.light,
  theme_color: grounds.light,
  icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
};
