import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The connections of the server. */
export interface Connections {
  /** How many have a whole request that is not answered yet. */
  readonly busy: number;
}

/**
 * Keeps the number of open connections bounded. A new one is always taken: the one that has waited longest for a request,
 * or for the rest of one, is closed for it. A browser whose idle connection goes away opens another; a client that only
 * holds connections open loses them first.
 * @param most how many may be open at once
 */
export function capConnections(app: FastifyInstance, most: number): Connections {
  const open = new Set<Socket>();
  /** Those without a whole request, in the order in which they began to wait. */
  const waiting = new Set<Socket>();

  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    waiting.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    if (open.size > most) waiting.values().next().value?.destroy();
  });
  // Here the body is read. Injected requests come on no connection of the server: they are not followed.
  app.addHook('preHandler', (request, reply, done) => {
    const { socket } = request.raw;
    if (waiting.delete(socket)) reply.raw.once('close', () => open.has(socket) && waiting.add(socket));
    done();
  });

  return {
    get busy() {
      return open.size - waiting.size;
    },
  };
}
