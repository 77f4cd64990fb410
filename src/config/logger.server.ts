import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

const readable = {
  write(line: string) {
    const { level, time, msg, err, ...facts } = JSON.parse(line) as {
      level: number;
      time: number;
      msg: string;
      err?: LoggedError;
    };
    const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value);
    const details = Object.entries(facts).map(([name, value]) => `${name}=${textOf(value)}`);
    if (err) details.push(String(err.message ?? err.code ?? err.type));
    const mark = level >= 50 ? '✗ ' : level >= 40 ? '! ' : '';
    process.stderr.write(`${mark}${msg}${details.length === 0 ? '' : ` (${details.join(', ')})`}\n`);
  },
};

/** Options of every logger: no process or host name is logged, and errors are logged without visitors' texts. */
export const loggerOptions: LoggerOptions = { base: null, serializers: { err: loggedError } };

/**
 * Creates the log of the server: one JSON object per line, or sentences on a terminal. No request is logged with its address
 * or query.
 */
export function createLogger(): Logger {
  return pino(loggerOptions, process.stdout.isTTY ? readable : standardOutput());
}

/** The process waits at most this long for its last lines to be written. */
const LAST_LINES_MS = 1_000;

export async function logWritten(logger: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, LAST_LINES_MS);
  logger.flush(() => resolve());
  await promise;
}

/** At most this many characters wait for a slow reader; further lines are lost. */
const MAX_WAITING = 1_000_000;

/**
 * Opens standard output as a log that may fail: with a full disk or an unread pipe, lines are lost and nothing blocks. Await
 * `logWritten` before the process ends.
 */
function standardOutput(): DestinationStream {
  // With a minLength of 0, flush() would call back before the line is written.
  const output = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: MAX_WAITING });
  output.on('error', () => {});
  // pino calls this at the end of the process and at each fatal line; its own version would retry forever.
  output.flushSync = () => {};
  return output;
}

interface LoggedError {
  type: string;
  code?: string | number;
  message?: string;
  stack?: string;
  cause?: LoggedError;
}

/** A text of this form is an error code, which never holds a visitor's value. */
const CODE = /^[A-Za-z0-9_]{1,64}$/;

/** Errors whose message holds only names and numbers; others may quote their input, as `JSON.parse` does. */
const plainKinds = ['StorageUnavailableError'];
const plainCodes: readonly unknown[] = ['ERR_SQLITE_ERROR', 'ERR_STORE_FILE_GONE'];

/** SQLSTATE classes about connections, rights, names and resources; classes 22 and 23 would quote values and rows. */
const PLAIN_SQLSTATE = /^(08|28|3D|40|42|53|55|57|58)/;

const MAX_CAUSE_DEPTH = 3;

/**
 * Reduces an error to facts without a visitor's words: the code, the stack frames, and the message if it cannot quote a
 * value.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const frames = framesOf(error);
  return {
    type: error.name,
    ...((typeof code === 'string' && CODE.test(code)) || typeof code === 'number' ? { code } : {}),
    ...(isPlain(error) ? { message: error.message } : {}),
    ...(frames ? { stack: frames } : {}),
    ...(error.cause !== undefined && depth < MAX_CAUSE_DEPTH
      ? { cause: loggedError(error.cause, depth + 1) }
      : {}),
  };
}

/** Keeps only the stack frames; the message is cut off first, because its lines may look like frames. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const lines = stack.slice(at < 0 ? 0 : at + message.length).split('\n');
  return lines.filter((line) => /^ {4}at .+:\d+:\d+\)?$/.test(line)).join('\n');
}

/** Tells whether the error's message can never quote a visitor. */
function isPlain(error: Error): boolean {
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown };
  if (typeof severity === 'string') return PLAIN_SQLSTATE.test(String(code));
  // A `syscall` marks an error of a system call, such as `connect ECONNREFUSED 127.0.0.1:5432`.
  return typeof syscall === 'string' || plainCodes.includes(code) || plainKinds.includes(error.name);
}
