const SECOND_MS = 1_000;

/**
 * The most that one server grants its clients (attacks R12 and slow clients: docs/operations/faults.md,
 * docs/security.md). Times in milliseconds.
 */
export interface ServerLimits {
  /** For the headers of a request to come. */
  headersMs: number;
  /** For a whole request to come, body included. */
  requestMs: number;
  /** How often both are checked: a connection lives at most this much longer. */
  checkEveryMs: number;
  /** Between two requests of one connection. */
  keepAliveMs: number;
  /** Without a byte in either direction: a reader that stalls. */
  idleMs: number;
  /** Connections open at once, as far as the descriptor limit allows; beyond, the longest waiting one is closed. */
  connections: number;
  /** Mean delay of the event loop from which requests are refused with 503; 0: never. */
  loopDelayMs: number;
}

/** With the check every 5 s, slow headers are cut within 20 s and slow bodies within 35 s. */
export const serverLimits: ServerLimits = {
  headersMs: 15 * SECOND_MS,
  requestMs: 30 * SECOND_MS,
  checkEveryMs: 5 * SECOND_MS,
  keepAliveMs: 10 * SECOND_MS,
  idleMs: 60 * SECOND_MS,
  connections: 5_000,
  loopDelayMs: 500,
};
