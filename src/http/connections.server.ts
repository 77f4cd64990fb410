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
 * The most that one server grants its clients (R12, S7), in milliseconds. With the check every 5 s, slow headers are cut within
 * 20 s and slow bodies within 35 s.
 */
export const serverLimits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  /** Longest pause between two requests of one connection. */
  keepAliveTimeout: 10_000,
  /** Longest time without a byte in either direction: a client that does not read its answer is cut. */
  connectionTimeout: 30_000,
  /** Most bytes of answers that all clients together leave unread. */
  unreadBytes: 48_000_000,
  /** Most open connections, as far as the descriptor limit allows; beyond, the longest waiting one is closed. */
  connections: 5_000,
  /** Mean delay of the event loop from which requests are refused with 503; 0: never. */
  maxEventLoopDelay: 500,
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
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionTimeout: limits.connectionTimeout,
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      requireHostHeader: false,
    },
    // RFC 9112, 3.2.2: an address may come with the site's own origin.
    rewriteUrl: ({ url = '' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
    return503OnClosing: false,
    // `boundConnections` answers or ends the connection: it knows the requests before.
    clientErrorHandler: () => {},
  };
}

/** Descriptors for the store, its log, mails and the standard streams. */
const RESERVED_DESCRIPTORS = 200;

/** Most requests of one connection that wait for the one before them. Browsers send none. */
const MAX_PIPELINED = 5;

/** A client that has not sent its whole headers yet reads the refusal meanwhile; a closed connection would cut it off. */
const LINGER_MS = 1_000;

interface Connection {
  reply: FastifyReply | undefined;
  /** The requests that wait for it, and what begins each. */
  readonly waiting: { request: FastifyRequest; begin: () => void }[];
  /** Status of the answer to bytes that are no request; the parser has stopped there. */
  refusal?: 400 | 431;
}

const UNREAD_CHECK_MS = 100;

/**
 * A new connection beyond the bound closes the one with the oldest answer, unless its request is being handled. So clients
 * that only hold connections lose them first (R18). `server.maxConnections` would drop newcomers instead.
 *
 * The requests of a connection are handled in turn, and it is closed when too many wait. A client that reads no answer could
 * otherwise have thousands of files opened by one packet (S7).
 *
 * Answers that nobody reads stay in memory. Beyond `unreadBytes` the connections with the oldest answers are closed (A1).
 *
 * A request that the parser refuses is answered once those before it are, and ends the connection: 431 for headers beyond
 * Node's 16 KB, as of a browser with too many cookies, 400 for all else. Without an answer, a proxy would take the site for
 * broken. One that is too slow ends it without a word.
 */
export function boundConnections(
  app: FastifyInstance,
  max: number,
  unreadBytes: number,
  baseHeaders: Record<string, string>,
) {
  let looked = 0;
  /** In the order of their last answers, oldest first. */
  const connections = new Map<Socket, Connection>();

  // To Node a connection is idle once its answer is in memory, read or not: closing would cut the answer off (R22).
  const closeIdle = app.server.closeIdleConnections.bind(app.server);
  app.server.closeIdleConnections = () => {
    if (connections.keys().every(({ writableLength }) => writableLength === 0)) closeIdle();
  };
  app.server.on('connection', (socket: Socket) => {
    if (connections.size >= max) closeOldest(connections);
    connections.set(socket, { reply: undefined, waiting: [] });
    socket.once('close', () => connections.delete(socket));
  });
  /** Answers a refused request, unless one of its answers has begun. */
  function refuse(socket: Socket, { reply, refusal = 400 }: Connection): void {
    if (!socket.writable || reply?.raw.headersSent) return void socket.destroy();
    socket.end(writtenError(refusal, baseHeaders));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  app.server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    if (!connection || !code?.startsWith('HPE_')) return void socket.destroy();
    // The rest of a refused request.
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
    // A refused body belongs to the request that waits for it.
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

/** Most bytes of an answer that is in memory for one client alone. Files and pages are there once for all. */
const OWN_BYTES = 64_000;

/** @param sockets oldest answer first */
function closeUnread(sockets: readonly Socket[], max: number): void {
  let unread = 0;
  for (const socket of sockets.toReversed()) {
    unread += Math.min(socket.writableLength, OWN_BYTES);
    if (unread > max && socket.writableLength > 0) socket.destroy();
  }
}

/** Returns `wanted` connections, or as many as the limit of open files allows; each may send a file. */
export function withinDescriptorLimit(wanted: number): number {
  const limit = openFilesLimit();
  const free = Math.max(limit - RESERVED_DESCRIPTORS, limit / 2);
  return Math.min(wanted, Math.floor(free / 2));
}

/** Returns the number of files that this process may have open, connections included; Infinity without a limit. */
function openFilesLimit(): number {
  // The report would wait for the DNS names of both ends of every connection.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : Number.POSITIVE_INFINITY;
}

/** Longer than two checks of the proxy (`health_interval` in deploy/Caddyfile). */
const DRAIN_MS = 2500;
const SWEEP_MS = 50;
/** Together with the draining, less than the 15 s in which a stopped process has to end (R9). */
const MAX_CLOSING_MS = 9_000;

/**
 * Closes each connection after its answer once the server is closing, and cuts off the rest after 9 s.
 * @param behindProxy whether to answer for 2.5 s more: `/readyz` fails and each answer closes its connection, so the proxy
 *   switches to another process
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
