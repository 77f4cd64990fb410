import { type Logger, pino } from 'pino';

/** Words for people at a terminal instead of JSON for machines. */
const readable = {
  write(line: string) {
    const { level, msg, err } = JSON.parse(line) as {
      level: number;
      msg: string;
      err?: { message?: string };
    };
    const mark = level >= 50 ? '✗ ' : level >= 40 ? '! ' : '';
    process.stderr.write(`${mark}${msg}${err?.message ? ` (${err.message})` : ''}\n`);
  },
};

/** Keys whose values may hold what a visitor wrote; never logged (P4). */
const personal = ['err.parameters', 'err.detail', 'err.where', 'err.query', 'err.sql'];

/**
 * The log of the server: one JSON object a line, or plain sentences on a terminal. No request is logged with its address
 * or its query.
 */
export function createLogger(): Logger {
  const options = { base: null, redact: { paths: personal, remove: true } };
  return process.stdout.isTTY ? pino(options, readable) : pino(options);
}
