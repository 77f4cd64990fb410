import type { FastifyInstance } from 'fastify';
import { pageAt } from '../routes.ts';
import { SENT_QUERY } from './pages.server.ts';

/** Origins of a site and its API on separate hosts. */
export interface SeparateHosts {
  /** Origin of the site. */
  siteUrl: string;
  /** Origin of the API. */
  apiUrl: string;
}

/**
 * Redirects requests for a page on the API's host to the site, so that no page has two addresses. The answer to a form
 * posted without JavaScript stays: only this server can give it (FORM-7).
 */
export function sendPagesToSite(app: FastifyInstance, { siteUrl, apiUrl }: SeparateHosts): void {
  const apiHost = new URL(apiUrl).host;
  if (apiHost === new URL(siteUrl).host) return;
  app.addHook('onRequest', async (request, reply) => {
    const [path = '', query] = request.url.split('?');
    const asksPage = ['GET', 'HEAD'].includes(request.method) && pageAt(path) && query !== SENT_QUERY;
    if (asksPage && request.headers.host === apiHost) return reply.redirect(siteUrl + path, 301);
    return undefined;
  });
}
