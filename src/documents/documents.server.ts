import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import type { ContactPageState } from '../contact/page-state.ts';
import type { SendNotFound } from '../http/errors.server.ts';
import type { CurrentProfile } from '../profile/current-profile.server.ts';
import type { BuiltSite } from './built-site.server.ts';
import { ONE_DAY, registerDiscovery } from './discovery.server.ts';
import { registerPages, sendDocument } from './pages.server.ts';
import { renderDocuments } from './rendering.server.ts';

export interface DocumentsOptions {
  site: BuiltSite;
  profile: CurrentProfile;
  config: Pick<Config, 'siteUrl' | 'apiUrl'>;
  clock: Clock;
  logger: Logger;
  development: boolean;
}

/** The documents that other features send. */
export interface Documents {
  /** Content security policy of the contact page. */
  contactPolicy: string;
  notFound: SendNotFound;
  sendContactPage(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** Renders the contact page with a visitor's posted values; never cached. */
  contactPage(state: ContactPageState): Promise<string>;
}

/** Serves the pages, the files beside them, and the files that programs look for. */
export async function registerDocuments(
  app: FastifyInstance,
  { site, profile, config, clock, logger, development }: DocumentsOptions,
): Promise<Documents> {
  const documents = await renderDocuments({ site, compress: !development, profile, config, logger });
  // The sources may have changed.
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

/** Cache-Control of files with a digest in their name: changed content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the built files: precompressed if that helps, by byte range for the video. Browsers keep hashed files for ever. */
function registerAssets(app: FastifyInstance, clientDir: string): void {
  // A whole path: the project itself may be below a folder called `assets`.
  const hashed = join(clientDir, 'assets', sep);
  // Other sites show these: Open Graph, and the logo that the structured data names.
  const forOtherSites = [join(clientDir, 'share', sep), join(clientDir, 'icon-512.png')];
  app.register(fastifyStatic, {
    root: clientDir,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/.vite/**'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(hashed) ? IMMUTABLE : ONE_DAY);
      if (forOtherSites.some((start) => path.startsWith(start)))
        reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
}
