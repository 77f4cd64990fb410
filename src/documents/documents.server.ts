import { ReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import type { ContactDocument } from '../contact/contact-page.server.ts';
import { allowedMethods, type SendNotFound, sendError } from '../http/errors.server.ts';
import type { CurrentProfile } from '../profile/profile.server.ts';
import { pageAt, pageNames, routes, type ShownPage } from '../routes.ts';
import type { BuiltSite } from './built-site.server.ts';
import { ONE_DAY, registerDiscovery } from './discovery.server.ts';
import { chooseVariant, matchesEtag, type RenderedDocuments, renderDocuments } from './rendering.server.ts';

export interface DocumentsOptions {
  site: BuiltSite;
  profile: CurrentProfile;
  config: Pick<Config, 'siteUrl' | 'apiUrl'>;
  clock: Clock;
  logger: Logger;
  development: boolean;
}

export interface Documents extends ContactDocument {
  notFound: SendNotFound;
}

/** Serves the pages, the files beside them, and robots.txt and other files for programs. */
export async function registerDocuments(
  app: FastifyInstance,
  { site, profile, config, clock, logger, development }: DocumentsOptions,
): Promise<Documents> {
  const documents = await renderDocuments({ site, compress: !development, profile, config, logger });
  // While developing, the sources may have changed since the last request.
  if (development)
    app.addHook('onRequest', async ({ headers }) => {
      if (headers.accept?.includes('text/html')) await documents.refresh();
    });
  const notFound = registerPages(app, documents);
  registerDiscovery(app, config, clock);
  registerAssets(app, site.clientDir);
  return {
    contactPolicy: documents.policyOf('contact'),
    notFound,
    sendContactPage: (request, reply) => sendDocument(request, reply, documents, 'contact'),
    contactPage: documents.contactPage,
  };
}

/**
 * Registers GET and HEAD of every page but the contact page, and the answer for unknown addresses. One handler serves both
 * methods, because Fastify's own HEAD route would call the document empty in a 304 (RFC 9110, 8.6).
 * @returns the function that answers an address without a route for the method
 */
function registerPages(app: FastifyInstance, documents: RenderedDocuments): SendNotFound {
  for (const page of pageNames.filter((name) => name !== 'contact'))
    app.route({
      method: ['GET', 'HEAD'],
      url: routes[page].path,
      handler: (request, reply) => sendDocument(request, reply, documents, page),
    });
  const notFound: SendNotFound = (request, reply) => {
    const { method, url } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      const allowed = allowedMethods(app, url);
      // An address that has other methods answers 405 and names them (RFC 9110, 15.5.6).
      return allowed.length === 0
        ? sendError(request, reply, 404)
        : sendError(request, reply.header('allow', allowed.join(', ')), 405);
    }
    const address = pageAddress(url);
    return address ? reply.redirect(address, 308) : sendDocument(request, reply, documents, 'notFound');
  };
  app.setNotFoundHandler(notFound);
  return notFound;
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  documents: RenderedDocuments,
  name: ShownPage,
): FastifyReply {
  const { encoding, body, etag } = chooseVariant(documents.get(name), request.headers['accept-encoding']);
  reply.headers({
    'content-security-policy': documents.policyOf(name),
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'accept-encoding',
    etag,
  });
  if (name === 'notFound') reply.code(404);
  else if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(body);
}

/** Finds the address of the page that differs only in case or a final slash, and keeps the query (PAGE-1). */
function pageAddress(url: string): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/.exec(url) ?? [];
  const page = pageAt(path.toLowerCase().replace(/^(\/.+)\/$/, '$1'));
  return page && routes[page].path + query;
}

/** Browsers may keep a file whose name has a digest for ever, because changed content gets another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Serves the built files: precompressed if that helps, by byte range for the video. Each file is in memory once, because a stream
 * would hold it once for each client that reads slowly (A1).
 */
function registerAssets(app: FastifyInstance, clientDir: string): void {
  // The whole path is compared, because the project itself may lie below a folder called `assets`.
  const hashed = join(clientDir, 'assets', sep);
  // Other sites show these files: Open Graph pictures, and the logo named by the structured data.
  const forOtherSites = [join(clientDir, 'share', sep), join(clientDir, 'icon-512.png')];
  const files = new Map<string, Promise<Buffer>>();
  app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (!(payload instanceof ReadStream)) return payload;
      payload.once('error', () => {}).destroy();
      // The ETag is part of the key, because the file may have been built again.
      const key = `${payload.path} ${reply.getHeader('etag')}`;
      const file = files.get(key) ?? readFile(payload.path);
      files.set(key, file);
      file.catch(() => files.delete(key));
      const [, from, to] = /^bytes (\d+)-(\d+)/.exec(String(reply.getHeader('content-range'))) ?? [];
      return to ? (await file).subarray(Number(from), Number(to) + 1) : file;
    });
    scope.register(fastifyStatic, {
      root: clientDir,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.startsWith(hashed) ? IMMUTABLE : ONE_DAY);
        if (forOtherSites.some((start) => path.startsWith(start)))
          reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  });
}
