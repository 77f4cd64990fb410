import { Worker } from 'node:worker_threads';
import type { ThreadCommand, ThreadReply, ThreadResults, ThreadSettings, WireError } from './protocol.ts';

/** An error of SQLite, with its codes (sqlite.org/rescode.html) as `node:sqlite` gives them. */
export class SqliteError extends Error {
  override name = 'SqliteError';
  readonly code: unknown;
  readonly errcode: unknown;

  constructor(wire: WireError) {
    super(wire.message);
    this.code = wire.code;
    this.errcode = wire.errcode;
  }
}

/** The thread ended while it had work: whatever transaction it held is rolled back, unless its commit was durable already. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError';

  constructor(cause?: unknown) {
    super('the SQLite thread ended', { cause });
  }
}

/** One SQLite connection, on its thread. */
export interface ConnectionThread {
  readonly alive: boolean;
  /** Runs one command after those sent before. @throws SqliteError, or ConnectionLostError once the thread has ended */
  send<Kind extends keyof ThreadResults>(
    command: Extract<ThreadCommand, { kind: Kind }>,
  ): Promise<ThreadResults[Kind]>;
  /** Ends the thread at once, whatever it does. */
  kill(): Promise<void>;
}

const YOUNG_MB = 2;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Opens one SQLite connection on a thread of its own, so that neither an fsync nor a lock held by another process ever
 * holds the event loop.
 * @throws SqliteError when the file cannot be opened
 */
export async function startConnectionThread(settings: ThreadSettings): Promise<ConnectionThread> {
  const worker = new Worker(new URL('./thread.server.ts', import.meta.url), {
    workerData: settings,
    execArgv: [],
    // Rows pass through and are gone: more room for young objects would only be held, not used.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let alive = true;

  function lose(cause?: unknown): void {
    alive = false;
    for (const { reject } of waiting.values()) reject(new ConnectionLostError(cause));
    waiting.clear();
  }

  function settle(reply: ThreadReply): void {
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) caller?.reject(new SqliteError(reply.error));
    else caller?.resolve(reply.result);
  }

  worker.on('message', settle);
  worker.on('error', lose);
  worker.on('exit', () => lose());
  await new Promise((resolve, reject) => waiting.set(0, { resolve, reject }));

  return {
    get alive() {
      return alive;
    },
    send(command) {
      if (!alive) return Promise.reject(new ConnectionLostError());
      lastId += 1;
      const id = lastId;
      return new Promise<never>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
        worker.postMessage({ id, command });
      });
    },
    async kill() {
      await worker.terminate();
    },
  };
}
