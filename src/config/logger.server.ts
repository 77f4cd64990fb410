import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { type LoggedError, loggedError } from './logged-error.ts';

/** Words for people at a terminal instead of JSON for machines. */
const readable = {
  write(line: string) {
    const { level, time, msg, err, ...facts } = JSON.parse(line) as {
      level: number;
      time: number;
      msg: string;
      err?: LoggedError;
    };
    const details = Object.entries(facts).map(([name, value]) => `${name}=${factText(value)}`);
    if (err) details.push(String(err.message ?? err.code ?? err.type));
    const mark = level >= 50 ? '✗ ' : level >= 40 ? '! ' : '';
    process.stderr.write(`${mark}${msg}${details.length === 0 ? '' : ` (${details.join(', ')})`}\n`);
  },
};

function factText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** How every logger of the product is set: no process or host name, and errors without what a visitor wrote. */
export const loggerOptions: LoggerOptions = { base: null, serializers: { err: loggedError } };

/**
 * Creates the log of the server: one JSON object a line, or plain sentences on a terminal. No request is logged with its address
 * or its query.
 */
export function createLogger(): Logger {
  return pino(loggerOptions, process.stdout.isTTY ? readable : standardOutput());
}

/** How long the end of the process waits for its last lines. */
const LAST_LINES_MS = 1_000;

/** Resolves once what was logged is written, or after a second when it cannot be. */
export async function logWritten(logger: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, LAST_LINES_MS);
  logger.flush(() => resolve());
  await promise;
}

/** Characters that wait for a reader who has stalled; lines beyond them are lost. */
const MAX_WAITING = 1_000_000;

/**
 * Standard output as a log that may fail: on a full disk, or a pipe that nobody reads, lines are lost and nothing waits for them.
 * Whoever ends the process waits with `logWritten`.
 */
function standardOutput(): DestinationStream {
  // With a minLength of 0, flush() calls back before the line is written.
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: MAX_WAITING });
  output.on('error', () => {});
  // pino's own, called at the end of the process and at each fatal line, would try for ever.
  output.flushSync = () => {};
  return output;
}
