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
  /** Follows the connections of this application. */
  follow(app: FastifyInstance): void;
}

/** What is under way on one connection. */
interface ConnectionState {
  /** Requests without an answer yet. */
  inFlight: number;
  /** The same, with those whose answer is being sent. */
  unsent: number;
  /** When it was last active, in order; no time. */
  turn: number;
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
  let turns = 0;
  const finishers = new WeakMap<FastifyRequest, () => void>();
  let inFlight = 0;

  function admit(socket: Socket): void {
    open.set(socket, { inFlight: 0, unsent: 0, turn: nextTurn() });
    socket.once('close', () => open.delete(socket));
    if (open.size > max) leastRecentlyActive()?.destroy();
  }

  function nextTurn(): number {
    turns += 1;
    return turns;
  }

  /**
   * Looks at all of them: 30 µs for 5,000, only for a connection too many. Kept in order, they would be put in their place again
   * at every request. The new one is the last to go, where all others are busy.
   */
  function leastRecentlyActive(): Socket | undefined {
    let found: { socket: Socket; turn: number } | undefined;
    for (const [socket, { inFlight: busy, turn }] of open) {
      if (busy === 0 && !socket.destroyed && turn < (found?.turn ?? Infinity)) found = { socket, turn };
    }
    return found?.socket;
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
      state.turn = nextTurn();
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
    if (state) state.turn = nextTurn();
  }

  return {
    get inFlight() {
      return inFlight;
    },
    begin,
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
