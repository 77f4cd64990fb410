const SECOND_MS = 1_000;

/** The largest body in bytes that is read before a request is refused: 2000 characters of four bytes fit eight times. */
export const MAX_BODY_BYTES = 64 * 1024;

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
  /** Connections open at once; beyond, the least recently active one makes room. */
  connections: number;
  /** Requests being answered at once; beyond, 503. */
  inFlight: number;
  /** Mean delay of the event loop from which requests are refused with 503. */
  loopDelayMs: number;
  /** Over what time that mean is taken; two such times in a row make an overload. */
  loopWindowMs: number;
}

/** With the check every 5 s, slow headers are cut within 20 s and slow bodies within 35 s. */
export const serverLimits: ServerLimits = {
  headersMs: 15 * SECOND_MS,
  requestMs: 30 * SECOND_MS,
  checkEveryMs: 5 * SECOND_MS,
  keepAliveMs: 10 * SECOND_MS,
  idleMs: 60 * SECOND_MS,
  connections: 5_000,
  inFlight: 2_500,
  loopDelayMs: 500,
  loopWindowMs: SECOND_MS,
};
