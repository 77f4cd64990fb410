const SECOND_MS = 1_000;

/**
 * The most that one server grants its clients (R12, S7). With the check every 5 s, slow headers are cut within 20 s and slow
 * bodies within 35 s.
 */
export const serverLimits = {
  /** For the headers of a request to come, in milliseconds like all times here. */
  headersMs: 15 * SECOND_MS,
  /** For a whole request to come, body included. */
  requestMs: 30 * SECOND_MS,
  /** How often both are checked: a connection lives at most this much longer. */
  checkEveryMs: 5 * SECOND_MS,
  /** Between two requests of one connection. */
  keepAliveMs: 10 * SECOND_MS,
  /** Without a byte in either direction: a reader that stalls. */
  idleMs: 60 * SECOND_MS,
  /** Connections open at once, as far as the descriptor limit allows; beyond, the longest waiting one is closed. */
  connections: 5_000,
  /** Mean delay of the event loop from which requests are refused with 503; 0: never. */
  loopDelayMs: 500,
};

/** Limits of a server: those of the product, or others for tests that cannot wait. */
export type ServerLimits = typeof serverLimits;
