import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { httpError } from './http-error.ts';

/** Whether the process has more to do than it can. */
export interface Load {
  readonly overloaded: boolean;
  stop(): void;
}

export interface LoadOptions {
  /** Mean delay of the event loop, in milliseconds, from which the process counts as overloaded. */
  loopDelayMs: number;
  /** The time a mean is taken over, in milliseconds. */
  loopWindowMs: number;
}

const RESOLUTION_MS = 10;

/** Delays of the event loop, in nanoseconds. */
export type LoopDelays = Pick<
  ReturnType<typeof monitorEventLoopDelay>,
  'mean' | 'reset' | 'enable' | 'disable'
>;

/**
 * Watches the delay of the event loop. One slow moment is no overload: two windows in a row are.
 * @param delays Node's own measure unless a test has another
 */
export function watchLoad(
  { loopDelayMs, loopWindowMs }: LoadOptions,
  delays: LoopDelays = monitorEventLoopDelay({ resolution: RESOLUTION_MS }),
): Load {
  delays.enable();
  let slow = 0;
  const timer = setInterval(() => {
    slow = delays.mean / 1e6 >= loopDelayMs ? slow + 1 : 0;
    delays.reset();
  }, loopWindowMs).unref();
  return {
    get overloaded() {
      return slow >= 2;
    },
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}

/** The load is judged anew each second (`loopWindowMs`), so there may be room again soon. */
const RETRY_AFTER_SECONDS = 2;

/** Monitoring has to be answered in any case. */
const neverShed = ['/healthz', '/readyz'];

/**
 * Refuses requests with 503 and Retry-After, before their body is read, while `isFull` says so (R12): what was begun can
 * then be finished.
 */
export function shedLoad(app: FastifyInstance, isFull: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isFull() || neverShed.includes(request.url)) return done();
    reply.header('retry-after', RETRY_AFTER_SECONDS);
    done(httpError(503));
  });
}
