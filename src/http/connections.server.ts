import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { writtenError } from './errors.server.ts';

/**
 * The most that one server grants its clients (R12, S7), in milliseconds. Connections are checked every 5 s, so slow headers are
 * cut within 20 s and slow bodies within 35 s.
 */
export const serverLimits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** A connection is closed after this pause between two requests. */
  keepAliveTimeout: 10_000,
  /** A connection is closed after this time without a byte in either direction, as when the client does not read. */
  connectionTimeout: 30_000,
  /** All clients together may leave this many bytes of answers unread. */
  unreadBytes: 48_000_000,
  /** At most this many connections are open, or fewer if the descriptor limit is lower; beyond, the longest waiting is closed. */
  connections: 5_000,
  /** From this mean delay of the event loop on, requests are refused with 503; 0 refuses none. */
  maxEventLoopDelay: 500,
};

export type ServerLimits = typeof serverLimits;

/** Returns the options of the Fastify app. @param trustProxy number of proxies in front of the server */
export function fastifyOptions(
  trustProxy: number,
  logger: Logger,
  limits: ServerLimits,
): FastifyHttpOptions<Server> {
  return {
    loggerInstance: logger,
    // All requests share one logger, so that no log line names its request.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify ignores a bare number, because it cannot know whether visitors reach this port directly.
    trustProxy: trustProxy > 0 && ((_address: string, hop: number) => hop < trustProxy),
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionTimeout: limits.connectionTimeout,
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      requireHostHeader: false,
    },
    // RFC 9112, 3.2.2, allows a request to name its full address, with the site's origin.
    rewriteUrl: ({ url = '' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
    return503OnClosing: false,
    // `boundConnections` handles these errors instead, because it knows the earlier requests of the connection.
    clientErrorHandler: () => {},
  };
}

/** At most this many requests of one connection wait behind another; browsers send none. */
const MAX_PIPELINED = 5;

/** The connection stays open this long, so that a client still sending its headers can read the refusal. */
const LINGER_MS = 1_000;

interface Connection {
  reply: FastifyReply | undefined;
  /** Requests that wait for the current one, and the function that starts each. */
  readonly waiting: { request: FastifyRequest; begin: () => void }[];
  /** Status for bytes that are no request; the parser stops at them. */
  refusal?: 400 | 431;
}

const UNREAD_CHECK_MS = 100;

/**
 * Bounds what connections may use. A new one beyond `max` closes the one with the oldest answer, unless its request is being
 * handled. So clients that only hold connections lose them first (R18). `server.maxConnections` would refuse new ones instead.
 * The requests of a connection are handled one after another, and too many waiting ones close it. Otherwise a client that reads
 * nothing could have thousands of files opened by one packet (S7).
 * Unread answers stay in memory; beyond `unreadBytes` the connections with the oldest answers are closed (A1).
 * A request that the parser refuses is answered after those before it, and ends the connection. The status is 431 for headers
 * beyond Node's 16 KB, such as too many cookies, and 400 for all else. Without an answer, a proxy would report a broken site.
 * Slow requests are cut without one.
 */
export function boundConnections(
  app: FastifyInstance,
  max: number,
  unreadBytes: number,
  baseHeaders: Record<string, string>,
) {
  let looked = 0;
  /** Open connections, the one with the oldest answer first. */
  const connections = new Map<Socket, Connection>();

  // Node calls a connection idle once its answer is in memory, even unread; closing it would cut the answer off (R22).
  const closeIdle = app.server.closeIdleConnections.bind(app.server);
  app.server.closeIdleConnections = () => {
    if (connections.keys().every(({ writableLength }) => writableLength === 0)) closeIdle();
  };
  app.server.on('connection', (socket: Socket) => {
    if (connections.size >= max) closeOldest(connections);
    connections.set(socket, { reply: undefined, waiting: [] });
    socket.once('close', () => connections.delete(socket));
  });
  /** Answers a refused request, unless an answer on its connection has begun. */
  function refuse(socket: Socket, { reply, refusal = 400 }: Connection): void {
    if (!socket.writable || reply?.raw.headersSent) return void socket.destroy();
    socket.end(writtenError(refusal, baseHeaders));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  app.server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    if (!connection || !code?.startsWith('HPE_')) return void socket.destroy();
    // These bytes belong to a request that is refused already.
    if (connection.refusal) return;
    connection.refusal = code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    if (!connection.reply?.request.raw.complete) refuse(socket, connection);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const now = performance.now();
    if (now - looked > UNREAD_CHECK_MS) {
      looked = now;
      closeUnread([...connections.keys()], unreadBytes);
    }
    const connection = connections.get(socket);
    if (!connection) return done();
    const begin = () => {
      connection.reply = reply;
      done();
    };
    if (!connection.reply) begin();
    else if (connection.waiting.length < MAX_PIPELINED) connection.waiting.push({ request, begin });
    else socket.destroy();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    done();
    const connection = connections.get(socket);
    if (!connection || socket.destroyed) return;
    connections.delete(socket);
    connections.set(socket, connection);
    connection.reply = undefined;
    const next = connection.waiting.shift();
    // The refused bytes are the body of the next waiting request, which will never be complete.
    if (connection.refusal && !next?.request.raw.complete) refuse(socket, connection);
    else next?.begin();
  });
}

function closeOldest(connections: ReadonlyMap<Socket, Connection>): void {
  for (const [socket, { reply }] of connections) {
    const isHandled = reply?.request.raw.complete && !reply.raw.headersSent;
    if (!isHandled) return void socket.destroy();
  }
}

/** A connection counts for at most this many bytes: longer answers are files and pages, which all clients share in memory. */
const OWN_BYTES = 64_000;

/** Closes connections while more than `max` bytes are unread. @param sockets the one with the oldest answer first */
function closeUnread(sockets: readonly Socket[], max: number): void {
  let unread = 0;
  for (const socket of sockets.toReversed()) {
    unread += Math.min(socket.writableLength, OWN_BYTES);
    if (unread > max && socket.writableLength > 0) socket.destroy();
  }
}

/** Returns `wanted` connections, or as many as the limit of open files allows: each may open a file, and the store needs some. */
export function withinDescriptorLimit(wanted: number): number {
  return Math.min(wanted, Math.floor(openFilesLimit() / 3));
}

/** Returns how many files and connections this process may have open; Infinity if there is no limit. */
function openFilesLimit(): number {
  // With network data the report would look up a DNS name for both ends of every connection.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : Number.POSITIVE_INFINITY;
}

/** The server answers this long after the stop, in milliseconds: longer than two health checks (deploy/Caddyfile). */
const DRAIN_MS = 2500;
const SWEEP_MS = 50;
/** After the draining, the rest is cut within this time, in milliseconds; a stopped process has to end within 15 s (R9). */
const MAX_CLOSING_MS = 9_000;

/**
 * Once the server is closing, closes each connection after its answer, and cuts off the rest after 9 s.
 * @param behindProxy whether to answer for 2.5 s more: `/readyz` fails and each answer closes its connection, so the proxy
 * switches to another process
 * @returns a function that tells whether the server was asked to stop
 */
export function closeInOrder(app: FastifyInstance, behindProxy: boolean): () => boolean {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    const { server } = app;
    if (!server.listening) return;
    if (behindProxy) await delay(DRAIN_MS);
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const limit = setTimeout(() => server.closeAllConnections(), MAX_CLOSING_MS);
    server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(limit);
    });
  });
  return () => closing;
}
