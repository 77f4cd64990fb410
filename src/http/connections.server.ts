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
  /** Whether an answer was given since `makeRoom` last looked. */
  active: boolean;
}

/** No browser asks for a second thing on a connection before it has the first; some programs ask for a few (pipelining). */
const MAX_PIPELINED = 16;

/**
 * Bounds the number of open connections. A new connection is always accepted; beyond the bound the one that was not active for
 * longest is closed, whether it is idle, still sending its request or not reading its answer. A connection whose answer is
 * being computed is never closed. A browser whose idle connection is closed opens another; a client that only holds
 * connections open loses them first.
 * @param max the bound
 */
export function createConnections(max: number): Connections {
  /** In the order in which `makeRoom` looks at them. */
  const open = new Map<Socket, ConnectionState>();
  const finishers = new WeakMap<FastifyRequest, () => void>();
  let inFlight = 0;

  function admit(socket: Socket): void {
    if (open.size >= max) makeRoom();
    open.set(socket, { inFlight: 0, unsent: 0, active: false });
    socket.once('close', () => open.delete(socket));
  }

  /**
   * Second chance: whoever was active since the last look, or is busy, goes behind the others. Moved at every request instead,
   * they would stand in the exact order, and the list would be rebuilt all the time.
   */
  function makeRoom(): void {
    let looks = 2 * open.size;
    for (const [socket, state] of open) {
      if (looks === 0) return;
      looks -= 1;
      open.delete(socket);
      if (!state.active && state.inFlight === 0) return void socket.destroy();
      state.active = false;
      open.set(socket, state);
    }
  }

  function begin(socket: Socket, response: ServerResponse): () => void {
    const state = open.get(socket);
    // Injected requests have no connection of the server.
    if (!state) return () => {};
    if (state.unsent >= MAX_PIPELINED) socket.destroy();
    state.inFlight += 1;
    state.unsent += 1;
    inFlight += 1;
    let finished = false;
    const finish = () => {
      if (finished) return;
      finished = true;
      state.inFlight -= 1;
      inFlight -= 1;
      state.active = true;
    };
    response.once('close', () => {
      finish();
      state.unsent -= 1;
      touch(socket);
    });
    return finish;
  }

  function touch(socket: Socket): void {
    const state = open.get(socket);
    if (state) state.active = true;
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
