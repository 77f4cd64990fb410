import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Descriptors for the store, its log, mails, files being sent and the standard streams. */
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

/** Gives the most connections that the descriptor limit of the process leaves room for, `wanted` at most. */
export function withinDescriptorLimit(wanted: number): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? Math.min(wanted, Math.max(soft - RESERVED_DESCRIPTORS, soft / 2)) : wanted;
}
