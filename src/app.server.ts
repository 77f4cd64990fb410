import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config/config.server.ts';
import type { ContactDoor } from './contact/receive.server.ts';
import { registerGraphQL } from './graphql/route.server.ts';
import { registerAssets } from './http/assets.server.ts';
import { refuseCompressedBodies } from './http/compressed-bodies.server.ts';
import { registerContactPage } from './http/contact-page.server.ts';
import { registerDiscovery } from './http/discovery.server.ts';
import type { Documents } from './http/documents.server.ts';
import { answerBadAddress, answerBrokenRequest, registerErrors } from './http/errors.server.ts';
import { type ReadinessCheck, registerHealth } from './http/health.server.ts';
import { registerPages } from './http/pages.server.ts';
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.server.ts';
import { sendPagesToSite } from './http/separate-api.server.ts';
import type { PageViewCounters } from './insights/counters.server.ts';
import { registerInsights } from './insights/routes.server.ts';
import type { Profile } from './profile/profile.ts';

/** Everything the application works with, handed in. */
export interface AppDependencies {
  config: Pick<Config, 'siteUrl' | 'apiUrl' | 'trustProxy'>;
  logger: Logger;
  /** Whether the schema may be read through the endpoint. */
  introspection: boolean;
  profile(id: number): Profile | null;
  contact: ContactDoor;
  counters: PageViewCounters;
  documents: Documents;
  /** The content security policy of the documents. */
  documentPolicy: string;
  clientDir: string;
  insightsScript: string;
  readiness: readonly ReadinessCheck[];
}

/** Limits for slow and greedy clients, in milliseconds (RELIABILITY S7). */
const timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 10_000,
} as const;

/** The application without its socket: `listen`, or `inject` in a test. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const { config, logger, documents } = dependencies;
  const headers = securityHeaders({ https: config.siteUrl.startsWith('https:') });
  const { connectionsCheckingInterval, headersTimeout, ...serverTimeouts } = timeouts;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    ...serverTimeouts,
    http: { headersTimeout, connectionsCheckingInterval },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    exposeHeadRoutes: true,
    frameworkErrors: answerBadAddress(headers),
    clientErrorHandler: answerBrokenRequest(headers),
  }) as unknown as FastifyInstance;
  const allowedOrigins = [new URL(config.siteUrl).origin];
  const pages = { documents, policy: dependencies.documentPolicy };

  registerSecurityHeaders(app, headers);
  registerErrors(app, pages);
  refuseCompressedBodies(app);
  registerHealth(app, dependencies.readiness);
  if (config.apiUrl) sendPagesToSite(app, { siteUrl: config.siteUrl, apiUrl: config.apiUrl });
  registerGraphQL(app, {
    logger,
    profile: dependencies.profile,
    contact: dependencies.contact,
    introspection: dependencies.introspection,
    allowedOrigins,
    cors: config.apiUrl !== undefined,
  });
  registerInsights(app, {
    counters: dependencies.counters,
    script: dependencies.insightsScript,
    crossOrigin: config.apiUrl !== undefined,
  });
  registerPages(app, pages);
  registerContactPage(app, { ...pages, contact: dependencies.contact, allowedOrigins });
  registerDiscovery(app, config);
  registerAssets(app, dependencies.clientDir);
  return app;
}
