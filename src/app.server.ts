import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from './config/clock.ts';
import type { Config } from './config/config.server.ts';
import { registerContact } from './contact/contact-page.server.ts';
import type { BuiltSite } from './documents/built-site.server.ts';
import { type Documents, registerDocuments } from './documents/documents.server.ts';
import { registerGraphQL } from './graphql/graphql.server.ts';
import {
  boundConnections,
  closeInOrder,
  fastifyOptions,
  type ServerLimits,
  serverLimits,
  withinDescriptorLimit,
} from './http/connections.server.ts';
import { answerBadAddress, registerErrors } from './http/errors.server.ts';
import { registerHealth, sharedProof } from './http/health.server.ts';
import { registerMetrics } from './http/metrics.server.ts';
import { refuseAmbiguousRequests } from './http/requests.server.ts';
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.server.ts';
import { registerInsights } from './insights/insights.server.ts';
import { registerMail } from './mail/mail.server.ts';
import { registerProfile } from './profile/profile.server.ts';
import { registerRetention } from './retention/retention.server.ts';
import { trustedClock } from './retention/trusted-clock.ts';
import { firstProfile } from './site.ts';
import { migrate } from './storage/migrate.server.ts';
import { openStorage, proveWrite } from './storage/open-storage.server.ts';
import type { Storage } from './storage/storage.ts';

export interface AppOptions {
  config: Config;
  clock: Clock;
  logger: Logger;
  site: BuiltSite;
  /** Renders pages from the sources at each request, uncompressed, and answers introspection queries. */
  development?: boolean;
  /** Replaces the product's limits in tests that cannot wait for them. */
  limits?: ServerLimits;
}

export type App = Awaited<ReturnType<typeof createApp>>;

/**
 * Opens the store and registers the features in this order. `app.close()` ends them in reverse: running requests, deliveries
 * and counts finish before the store closes. If a feature fails to start, those before it are closed again.
 */
export async function createApp(options: AppOptions) {
  const { config, logger, site, development = false, limits = serverLimits } = options;
  const headers = securityHeaders(config.siteUrl);
  // `documents` is assigned before the server listens, so no request finds it undefined.
  let documents: Documents;
  const app: FastifyInstance = Fastify({
    ...fastifyOptions(config.trustProxy, logger, limits),
    frameworkErrors: (_error, request, reply) =>
      answerBadAddress(request, reply, headers, documents.notFound),
  });
  try {
    const storage = await openReadyStorage(app, options);
    const clock = trustedClock(options.clock);
    const profile = await registerProfile(app, { storage, clock, logger, example: firstProfile });
    const mail = registerMail(app, { config, storage, clock, logger });
    registerRetention(app, { storage, clock, logger });

    boundConnections(app, withinDescriptorLimit(limits.connections), limits.unreadBytes, headers);
    // RFC 9110, 10.1.1, lets a server ignore `Expect`; Node's own refusal would lack the base headers.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    registerSecurityHeaders(app, headers);
    registerErrors(app);
    // Answers 503 while the event loop is late, before reading the body (R12).
    app.register(underPressure, { maxEventLoopDelay: limits.maxEventLoopDelay });
    refuseAmbiguousRequests(app);
    const writeWorks = sharedProof(() => proveWrite(storage));
    const metrics = registerMetrics(app, { outboxStatus: mail.status, writeWorks });

    documents = await registerDocuments(app, { site, profile, config, clock, logger, development });
    const receive = registerContact(app, { config, storage, clock, logger, mail, metrics, documents });
    registerGraphQL(app, {
      config,
      logger,
      profile,
      receive,
      introspection: development,
      notFound: documents.notFound,
    });
    registerInsights(app, { config, storage, clock, logger });
    // This hook comes last, because it waits while a proxy still sends requests; deliveries end meanwhile.
    const isClosing = closeInOrder(app, config.trustProxy > 0);
    registerHealth(app, { writeWorks, isClosing });
    await app.ready();
    return { app, storage, metrics };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function openReadyStorage(
  app: FastifyInstance,
  { config, logger }: Pick<AppOptions, 'config' | 'logger'>,
): Promise<Storage> {
  const storage = await openStorage(config);
  app.addHook('onClose', storage.close);
  await storage.removeLeftovers();
  const migrated = await migrate(storage);
  if (migrated.length > 0) logger.info(`Base de données mise à jour : ${migrated.join(', ')}`);
  return storage;
}
