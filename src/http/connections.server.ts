import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Descriptors for the store, its log, mails and the standard streams. */
const RESERVED_DESCRIPTORS = 200;

/** Most requests of one connection that wait for the one before them. Browsers send none. */
const MAX_PIPELINED = 20;

/** An open connection. */
interface Connection {
  /** The latest request whose turn came, with its answer. */
  request?: IncomingMessage;
  response?: ServerResponse;
  /** Begin the requests that wait for the one before them; undefined between requests. */
  waiting: (() => void)[] | undefined;
}

/**
 * Bounds the connections, and the requests of each.
 *
 * A new connection beyond the bound closes the one with the oldest answer, unless its request is being handled. So clients
 * that only hold connections lose them first (R18). `server.maxConnections` would drop newcomers instead.
 *
 * The requests of a connection are handled in turn, and it is closed when too many wait. A client that reads no answer could
 * otherwise have thousands of files opened by one packet (S7).
 */
export function boundConnections(app: FastifyInstance, max: number): void {
  /** In the order of their last answers, oldest first. */
  const connections = new Map<Socket, Connection>();

  app.server.on('connection', (socket: Socket) => {
    if (connections.size >= max) closeOldest(connections);
    connections.set(socket, { waiting: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    const connection = connections.get(request.socket);
    if (!connection) return done();
    const begin = () => {
      connection.request = request;
      connection.response = response;
      done();
    };
    if (!connection.waiting) {
      connection.waiting = [];
      begin();
    } else if (connection.waiting.length < MAX_PIPELINED) connection.waiting.push(begin);
    else request.socket.destroy();
  });
  app.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    done();
    const connection = connections.get(socket);
    if (!connection || socket.destroyed) return;
    connections.delete(socket);
    connections.set(socket, connection);
    const next = connection.waiting?.shift();
    if (next) next();
    else connection.waiting = undefined;
  });
}

function closeOldest(connections: ReadonlyMap<Socket, Connection>): void {
  for (const [socket, { request, response }] of connections) {
    const isHandled = request?.complete && !response?.headersSent;
    if (!isHandled) return void socket.destroy();
  }
}

/** Gives the number of connections that the descriptor limit allows, `wanted` at most; each may send a file. */
export function withinDescriptorLimit(wanted: number): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  const free = Math.max(soft - RESERVED_DESCRIPTORS, soft / 2);
  return Number.isFinite(soft) ? Math.min(wanted, Math.floor(free / 2)) : wanted;
}
