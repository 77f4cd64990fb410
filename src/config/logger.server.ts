import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { type LoggedError, loggedError } from './logged-error.ts';

/** Writes sentences for a terminal instead of JSON. */
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

/** Options of every logger: no process or host name, and errors without visitors' texts. */
export const loggerOptions: LoggerOptions = { base: null, serializers: { err: loggedError } };

/**
 * Creates the log of the server: one JSON object per line, or sentences on a terminal. No request is logged with its address or
 * its query.
 */
export function createLogger(): Logger {
  return pino(loggerOptions, process.stdout.isTTY ? readable : standardOutput());
}

/** Longest wait for the last lines at the end of the process. */
const LAST_LINES_MS = 1_000;

/** Waits until every line is written, for one second at most. */
export async function logWritten(logger: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, LAST_LINES_MS);
  logger.flush(() => resolve());
  await promise;
}

/** Most characters that wait for a stalled reader; further lines are lost. */
const MAX_WAITING = 1_000_000;

/**
 * Opens standard output as a log that may fail: a full disk or an unread pipe loses lines and blocks nothing. Await
 * `logWritten` before the process ends.
 */
function standardOutput(): DestinationStream {
  // With a minLength of 0, flush() calls back before the line is written.
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: MAX_WAITING });
  output.on('error', () => {});
  // pino calls it at the end of the process and at each fatal line; its own version would retry for ever.
  output.flushSync = () => {};
  return output;
}
