import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The connections of the server. */
export interface Connections {
  /** How many requests have come whole and have no answer yet. */
  readonly inFlight: number;
  /** Whether an answer on this connection is awaited or on its way. */
  isBusy(socket: Socket): boolean;
  /**
   * Notes that a request has come whole.
   * @returns a function to call once its answer is made
   */
  begin(socket: Socket, response: ServerResponse): () => void;
  /** Notes a request that was answered as soon as it had come, its answer sent whole. */
  touch(socket: Socket): void;
  /** Follows the connections of this application. */
  follow(app: FastifyInstance): void;
}

/** What is under way on one connection. */
interface ConnectionState {
  /** Requests without an answer yet. */
  inFlight: number;
  /** The same, with those whose answer is being sent. */
  unsent: number;
}

/** No browser asks for a second thing on a connection before it has the first; some programs ask for a few (pipelining). */
const MAX_PIPELINED = 16;

/**
 * Bounds the number of open connections. A new connection is always accepted; beyond the bound the least recently active
 * one is closed, whether it is idle, still sending its request or not reading its answer. A connection whose answer is
 * being computed is never closed. A browser whose idle connection is closed opens another; a client that only holds
 * connections open loses them first.
 * @param max the bound
 */
export function createConnections(max: number): Connections {
  const open = new Map<Socket, ConnectionState>();
  /** Connections that may be closed, least recently active first. */
  const evictable = new Set<Socket>();
  const finishers = new WeakMap<FastifyRequest, () => void>();
  let inFlight = 0;

  function admit(socket: Socket): void {
    open.set(socket, { inFlight: 0, unsent: 0 });
    evictable.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      evictable.delete(socket);
    });
    if (open.size > max) evictable.values().next().value?.destroy();
  }

  function begin(socket: Socket, response: ServerResponse): () => void {
    const state = open.get(socket);
    // Injected requests have no connection of the server.
    if (!state) return () => {};
    if (state.unsent >= MAX_PIPELINED) socket.destroy();
    state.inFlight += 1;
    state.unsent += 1;
    inFlight += 1;
    evictable.delete(socket);
    let finished = false;
    const finish = () => {
      if (finished) return;
      finished = true;
      state.inFlight -= 1;
      inFlight -= 1;
      if (state.inFlight === 0 && open.has(socket)) evictable.add(socket);
    };
    response.once('close', () => {
      finish();
      state.unsent -= 1;
      touch(socket);
    });
    return finish;
  }

  function touch(socket: Socket): void {
    if (evictable.delete(socket)) evictable.add(socket);
  }

  return {
    get inFlight() {
      return inFlight;
    },
    begin,
    touch,
    isBusy: (socket) => (open.get(socket)?.unsent ?? 0) > 0,
    follow(app) {
      app.server.on('connection', admit);
      // At this hook the body has been read.
      app.addHook('preHandler', (request, reply, done) => {
        finishers.set(request, begin(request.raw.socket, reply.raw));
        done();
      });
      app.addHook('onSend', (request, _reply, _payload, done) => {
        finishers.get(request)?.();
        done();
      });
    },
  };
}
