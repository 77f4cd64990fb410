import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { readBodies } from '../http/bodies.server.ts';
import { isCrossSite } from '../http/cross-site.server.ts';
import { insightsScriptPath, insightsViewPath } from '../routes.ts';
import type { Storage } from '../storage/storage.ts';
import { createPageViewCounters, type PageViewCounters, parsePageView } from './counters.server.ts';

/** Phones of the brand Cubot name it and are no bots. */
const botPattern = /(?<!cu)bot|crawl|spider|slurp|preview|lighthouse|curl|wget|python|java\//i;

export interface InsightsOptions {
  storage: Storage;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  script: string;
  /** Only pages of the site may report visits: another site could invent some. */
  config: Pick<Config, 'siteUrl' | 'apiUrl'>;
}

/** Serves `/insights/script.js` and counts its beacons. Only the three counted values of a request are stored. */
export function registerInsights(app: FastifyInstance, options: InsightsOptions): PageViewCounters {
  const { storage, clock, logger, script, config } = options;
  const counters = createPageViewCounters(storage, clock, logger);
  app.addHook('onClose', counters.stop);
  app.get(insightsScriptPath, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(script),
  );
  app.register(async (scope) => {
    readBodies(scope, '*');
    scope.post<{ Body?: string }>(insightsViewPath, async (request, reply) => {
      const counts = mayBeCounted(request) && !isCrossSite(request, config.siteUrl);
      const view = counts ? parsePageView(request.body ?? '') : undefined;
      if (view) counters.count(view);
      // Without it a browser reports the answer to another origin as blocked.
      if (config.apiUrl) reply.header('cross-origin-resource-policy', 'cross-origin');
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
  return counters;
}

/** Bots, and browsers that send DNT or GPC, are not counted. */
function mayBeCounted({ headers }: FastifyRequest): boolean {
  if (headers['dnt'] === '1' || headers['sec-gpc'] === '1') return false;
  return !botPattern.test(headers['user-agent'] ?? 'bot');
}
