import type { Logger } from 'pino';
import type { Profile } from '../profile/profile.ts';
import { type PageName, pageNames, routes } from '../routes.ts';
import type { BuiltSite } from './built-site.server.ts';
import { discoveryFiles } from './discovery.server.ts';
import { createDocuments, type DocumentName } from './documents.server.ts';

export interface StaticSiteOptions {
  site: Pick<BuiltSite, 'render' | 'assetsFor' | 'insightsScript'>;
  profile: Profile;
  /** Origin of the site. */
  siteUrl: string;
  /** Origin of the API. */
  apiUrl: string;
  /** The content security policy of the documents. */
  policy: string;
  logger: Logger;
}

/**
 * What the server would answer beside the built files, by file name, for a host that only has files. Hosts serve
 * `contact.html` at `/contact`; a folder would move it to `/contact/`, which is no page of the route table.
 */
export async function staticSite(options: StaticSiteOptions): Promise<Map<string, string>> {
  const { site, profile, siteUrl, apiUrl, policy, logger } = options;
  const documents = await createDocuments({
    site,
    compress: false,
    profile: () => profile,
    siteUrl,
    apiUrl,
    logger,
  });
  const html = (name: DocumentName) => withPolicy(String(documents.get(name).variants[0]?.body), policy);
  const pages = pageNames.map((name) => [fileOf(name), html(name)] as const);
  const found = Object.entries(discoveryFiles(siteUrl)).map(
    ([path, [, body]]) => [path.slice(1), body] as const,
  );
  return new Map([
    ...pages,
    ['404.html', html('notFound')],
    ...found,
    ['insights/script.js', site.insightsScript],
  ]);
}

function fileOf(page: PageName): string {
  return page === 'home' ? 'index.html' : `${routes[page].path.slice(1)}.html`;
}

const CHARSET = '<meta charset="utf-8">';

/** The policy inside the document, for hosts that cannot send headers; `frame-ancestors` only counts as a header. */
function withPolicy(html: string, policy: string): string {
  const directives = policy.split('; ').filter((directive) => !directive.startsWith('frame-ancestors'));
  const meta = `<meta http-equiv="Content-Security-Policy" content="${directives.join('; ')}">`;
  if (!html.includes(CHARSET)) throw new Error('The document has no place for its policy.');
  return html.replace(CHARSET, () => CHARSET + meta);
}
