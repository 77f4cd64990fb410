import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The connections of the server, each either answering a request or waiting for one, or for the rest of one. */
export interface Connections {
  /** How many are answering. */
  readonly busy: number;
  isBusy(socket: Socket): boolean;
  /** Follows the connections of this application. */
  follow(app: FastifyInstance): void;
}

/**
 * Keeps the number of open connections bounded. A new one is always taken: the one that has waited longest is closed for it.
 * A browser whose idle connection goes away opens another; a client that only holds connections open loses them first.
 * @param most how many may be open at once
 */
export function createConnections(most: number): Connections {
  const open = new Set<Socket>();
  /** In the order in which they began to wait. */
  const waiting = new Set<Socket>();

  function admit(socket: Socket): void {
    open.add(socket);
    waiting.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    if (open.size > most) waiting.values().next().value?.destroy();
  }

  return {
    get busy() {
      return open.size - waiting.size;
    },
    isBusy: (socket) => open.has(socket) && !waiting.has(socket),
    follow(app) {
      app.server.on('connection', admit);
      // Here the body has come. Injected requests come on no connection of the server: they are not followed.
      app.addHook('preHandler', (request, reply, done) => {
        const { socket } = request.raw;
        if (waiting.delete(socket)) reply.raw.once('close', () => open.has(socket) && waiting.add(socket));
        done();
      });
    },
  };
}
