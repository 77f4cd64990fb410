const SECOND_MS = 1_000;

/**
 * The most that one server grants its clients (R12, S7). With the check every 5 s, slow headers are cut within 20 s and slow
 * bodies within 35 s.
 */
export const serverLimits = {
  /** Longest wait for the headers of a request, in milliseconds like all times here. */
  headersMs: 15 * SECOND_MS,
  /** Longest wait for a whole request, body included. */
  requestMs: 30 * SECOND_MS,
  /** Interval of both checks: a connection lives at most this much longer. */
  checkEveryMs: 5 * SECOND_MS,
  /** Longest pause between two requests of one connection. */
  keepAliveMs: 10 * SECOND_MS,
  /** Longest time without a byte in either direction. */
  idleMs: 60 * SECOND_MS,
  /** Most open connections, as far as the descriptor limit allows; beyond, the longest waiting one is closed. */
  connections: 5_000,
  /** Mean delay of the event loop from which requests are refused with 503; 0: never. */
  loopDelayMs: 500,
};

/** Limits of a server; tests that cannot wait have others. */
export type ServerLimits = typeof serverLimits;
