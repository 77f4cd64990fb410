import type { Server } from 'node:http';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from './config/clock.ts';
import type { Config } from './config/config.server.ts';
import type { ReceiveMessage } from './contact/receive.server.ts';
import { createEndpoint } from './graphql/endpoint.server.ts';
import { refuseAmbiguousRequests } from './http/ambiguous-requests.server.ts';
import { registerAssets } from './http/assets.server.ts';
import type { BuiltSite } from './http/built-site.server.ts';
import { boundConnections, withinDescriptorLimit } from './http/connections.server.ts';
import { registerContactPost } from './http/contact-page.server.ts';
import { registerDiscovery } from './http/discovery.server.ts';
import type { Documents } from './http/documents.server.ts';
import { answerBadAddress, registerErrors } from './http/errors.server.ts';
import { allowOrigin, registerGraphQL } from './http/graphql-route.server.ts';
import { type HealthOptions, registerHealth } from './http/health.server.ts';
import { registerInsights } from './http/insights.server.ts';
import type { ServerLimits } from './http/limits.server.ts';
import type { Metrics } from './http/metrics.server.ts';
import { registerPages } from './http/pages.server.ts';
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.server.ts';
import { closeInOrder } from './http/shutdown.server.ts';
import type { PageViewCounters } from './insights/counters.server.ts';
import type { CurrentProfile } from './profile/current-profile.server.ts';

/** The dependencies of the application. */
export interface AppDependencies {
  config: Pick<Config, 'siteUrl' | 'apiUrl' | 'trustProxy'>;
  clock: Clock;
  logger: Logger;
  /** Whether introspection queries are answered. */
  introspection: boolean;
  profile: CurrentProfile;
  receive: ReceiveMessage;
  counters: PageViewCounters;
  documents: Documents;
  site: BuiltSite;
  health: HealthOptions;
  metrics: Metrics;
  limits: ServerLimits;
}

/** Builds the application without its socket: `listen`, or `inject` in a test. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const { config, clock, site, documents, limits } = dependencies;
  const headers = securityHeaders({ https: config.siteUrl.startsWith('https:') });
  const app: FastifyInstance = Fastify(fastifyOptions(dependencies, headers));

  boundConnections(app, withinDescriptorLimit(limits.connections));
  // RFC 9110, 10.1.1, allows a server to ignore `Expect`. Node's own refusal would lack the base headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Hooks run in the order in which they are registered.
  registerSecurityHeaders(app, headers);
  registerErrors(app, documents);
  if (config.apiUrl) allowOrigin(app, config.siteUrl);
  // Refuses requests with 503 while the event loop is late, before their body is read (R12).
  app.register(underPressure, { maxEventLoopDelay: limits.loopDelayMs, retryAfter: 2 });
  refuseAmbiguousRequests(app);
  dependencies.metrics.follow(app);
  registerHealth(app, dependencies.health, closeInOrder(app, config.trustProxy > 0));
  registerGraphQL(app, createEndpoint(dependencies), config);
  registerInsights(app, { counters: dependencies.counters, script: site.insightsScript, config });
  registerPages(app, documents);
  registerContactPost(app, { documents, receive: dependencies.receive, siteUrl: config.siteUrl });
  registerDiscovery(app, config, clock);
  registerAssets(app, site.clientDir);
  return app;
}

function fastifyOptions(
  { config, logger, documents, limits }: AppDependencies,
  headers: Record<string, string>,
): FastifyHttpOptions<Server> {
  return {
    loggerInstance: logger,
    // No line of the log names its request.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    // A number alone would trust no proxy: Fastify cannot know whether visitors reach this port.
    trustProxy: config.trustProxy > 0 && ((_address: string, hop: number) => hop < config.trustProxy),
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.idleMs,
    // Our own rules (valibot, GraphQL) validate requests, so Fastify's validator is not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      requireHostHeader: false,
    },
    return503OnClosing: false,
    frameworkErrors: answerBadAddress(headers, documents),
    // The request is not HTTP, too large or too slow. A client could take an answer for that of an earlier request.
    clientErrorHandler: (_error, socket) => socket.destroy(),
  };
}

/** @throws when a route has a schema */
function noSchemas(): never {
  throw new Error('Routes have no schemas here.');
}
