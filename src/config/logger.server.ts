import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { type LoggedError, loggedError } from './logged-error.ts';
import { quietRepeats } from './quiet-repeats.ts';

/** Words for people at a terminal instead of JSON for machines. */
const readable = {
  write(line: string) {
    const { level, msg, err } = JSON.parse(line) as {
      level: number;
      msg: string;
      err?: LoggedError;
    };
    const reason = err && (err.message ?? err.code ?? err.type);
    const mark = level >= 50 ? '✗ ' : level >= 40 ? '! ' : '';
    process.stderr.write(`${mark}${msg}${reason === undefined ? '' : ` (${reason})`}\n`);
  },
};

/** How every logger of the product is set: no process or host name, and errors without what a visitor wrote. */
export const loggerOptions: LoggerOptions = { base: null, serializers: { err: loggedError } };

/**
 * The log of the server: one JSON object a line, or plain sentences on a terminal. No request is logged with its address
 * or its query.
 */
export function createLogger(): Logger {
  const options = { ...loggerOptions, hooks: { logMethod: quietRepeats(() => performance.now()) } };
  return pino(options, process.stdout.isTTY ? readable : standardOutput());
}

/** Characters that wait for a reader who has stalled; lines beyond them are lost. */
const MAX_WAITING = 1_000_000;

/**
 * Standard output as a log that may fail: on a full disk, or a pipe that nobody reads, lines are lost and nothing waits for them.
 * The library would wait for ever as it flushes, at the end of the process and at each fatal line.
 */
function standardOutput(): DestinationStream {
  let ending = false;
  let broken = false;
  // Before the library's own, which flushes.
  process.once('exit', () => {
    ending = true;
  });
  const output = pino.destination({
    dest: 1,
    sync: false,
    maxLength: MAX_WAITING,
    retryEAGAIN: () => !ending,
  });
  const flushSync = output.flushSync.bind(output);
  output.on('error', () => {
    broken = true;
  });
  output.on('write', () => {
    broken = false;
  });
  output.flushSync = () => {
    if (!ending || broken) return;
    try {
      flushSync();
    } catch {
      // Nobody reads.
    }
  };
  return output;
}
