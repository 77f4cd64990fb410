import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Descriptors for the store, its log, mails and the standard streams. */
const RESERVED_DESCRIPTORS = 200;

/**
 * Bounds the number of open connections. Beyond the bound, the connection that has waited longest is closed for a new one: it is
 * idle, sends its request slowly, or does not read its answer. A connection whose request is being handled is never closed.
 * So clients that only hold connections open lose them first (R18). `server.maxConnections` would drop newcomers.
 */
export function boundConnections(app: FastifyInstance, max: number): void {
  const open = new Set<Socket>();
  /** Those that could be closed; the longest waiting one comes first. */
  const waiting = new Set<Socket>();

  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    waiting.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    if (open.size > max) waiting.values().next().value?.destroy();
  });
  // At this hook the body has been read.
  app.addHook('preHandler', (request, _reply, done) => {
    waiting.delete(request.raw.socket);
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const { socket } = request.raw;
    if (open.has(socket)) waiting.add(socket);
    done();
  });
}

/** Requests of one connection that wait for the one before them. No browser sends any, and nobody needs more. */
const MAX_PIPELINED = 20;

/**
 * Handles the requests of a connection one after the other, and closes it when too many wait. A client that reads no answer could
 * have thousands of files opened and pages made by one packet (S7).
 */
export function handleInTurn(app: FastifyInstance): void {
  const queues = new WeakMap<Socket, (() => void)[]>();

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const queue = queues.get(socket);
    if (queue && queue.length >= MAX_PIPELINED) {
      socket.destroy();
      return;
    }
    reply.raw.once('close', () => {
      const next = queues.get(socket)?.shift();
      if (!next) queues.delete(socket);
      else if (!socket.destroyed) next();
    });
    if (queue) queue.push(done);
    else {
      queues.set(socket, []);
      done();
    }
  });
}

/** Gives the most connections that the descriptor limit of the process leaves room for, `wanted` at most. Each may send a file. */
export function withinDescriptorLimit(wanted: number): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  const free = Math.max(soft - RESERVED_DESCRIPTORS, soft / 2);
  return Number.isFinite(soft) ? Math.min(wanted, Math.floor(free / 2)) : wanted;
}
