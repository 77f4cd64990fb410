import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageViewCounters } from '../insights/counters.server.ts';
import { parsePageView } from '../insights/page-view.ts';
import { insightsScriptPath, insightsViewPath } from '../routes.ts';
import { ONE_DAY } from './assets.server.ts';
import { readBodies } from './bodies.server.ts';
import { isCrossSite } from './cross-site.server.ts';

const MAX_BEACON_BYTES = 1024;
/** Phones of the brand Cubot name it and are no bots. */
const botPattern = /(?<!cu)bot|crawl|spider|slurp|preview|lighthouse|curl|wget|python|java\//i;

export interface InsightsOptions {
  counters: PageViewCounters;
  /** The script for browsers. */
  script: string;
  /** Whether pages of another origin send beacons here (API_URL). */
  crossOrigin: boolean;
  /** Origins whose pages may report visits: another site could invent some. */
  allowedOrigins: readonly string[];
}

/** Serves `/insights/script.js` and takes its beacons. It keeps nothing of a request but the three counted values. */
export function registerInsights(
  app: FastifyInstance,
  { counters, script, crossOrigin, allowedOrigins }: InsightsOptions,
): void {
  app.get(insightsScriptPath, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', ONE_DAY).send(script),
  );
  app.register(async (scope) => {
    if (crossOrigin) scope.addHook('onSend', admitOtherOrigins);
    readBodies(scope, '*');
    scope.post<{ Body?: string }>(
      insightsViewPath,
      { bodyLimit: MAX_BEACON_BYTES },
      async (request, reply) => {
        const counts = mayBeCounted(request) && !isCrossSite(request, allowedOrigins);
        const view = counts ? parsePageView(request.body ?? '') : undefined;
        if (view) counters.count(view);
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );
  });
}

/**
 * Allows answers to other origins. A page that requires `Cross-Origin-Resource-Policy` accepts no answer to a beacon without
 * it.
 */
async function admitOtherOrigins(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cross-origin-resource-policy', 'cross-origin');
}

/** Tells whether a view counts: neither those of programs nor those of browsers that ask not to be tracked do. */
function mayBeCounted({ headers }: FastifyRequest): boolean {
  if (headers['dnt'] === '1' || headers['sec-gpc'] === '1') return false;
  return !botPattern.test(headers['user-agent'] ?? 'bot');
}
