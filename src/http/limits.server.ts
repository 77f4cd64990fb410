import type { Server } from 'node:http';
import { type FastifyHttpOptions, LogController } from 'fastify';
import type { Logger } from 'pino';

const SECOND_MS = 1_000;

/**
 * The most that one server grants its clients (R12, S7). With the check every 5 s, slow headers are cut within 20 s and slow
 * bodies within 35 s.
 */
export const serverLimits = {
  /** Longest wait for the headers of a request, in milliseconds like all times here. */
  headersMs: 15 * SECOND_MS,
  /** Longest wait for a whole request, body included. */
  requestMs: 30 * SECOND_MS,
  /** Interval of both checks: a connection lives at most this much longer. */
  checkEveryMs: 5 * SECOND_MS,
  /** Longest pause between two requests of one connection. */
  keepAliveMs: 10 * SECOND_MS,
  /** Longest time without a byte in either direction. */
  idleMs: 60 * SECOND_MS,
  /** Most open connections, as far as the descriptor limit allows; beyond, the longest waiting one is closed. */
  connections: 5_000,
  /** Mean delay of the event loop from which requests are refused with 503; 0: never. */
  loopDelayMs: 500,
};

export type ServerLimits = typeof serverLimits;

/** Options of the Fastify app. @param trustProxy number of proxies in front of the server */
export function fastifyOptions(
  trustProxy: number,
  logger: Logger,
  limits: ServerLimits,
): FastifyHttpOptions<Server> {
  return {
    loggerInstance: logger,
    // No line of the log names its request.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    // A number alone would trust no proxy: Fastify cannot know whether visitors reach this port.
    trustProxy: trustProxy > 0 && ((_address: string, hop: number) => hop < trustProxy),
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
    // `boundConnections` answers or ends the connection: it knows the requests before.
    clientErrorHandler: () => {},
  };
}

/** @throws when a route has a schema */
function noSchemas(): never {
  throw new Error('Routes have no schemas here.');
}
