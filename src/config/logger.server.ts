import { type Logger, type LoggerOptions, pino } from 'pino';
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
  return process.stdout.isTTY ? pino(options, readable) : pino(options);
}
