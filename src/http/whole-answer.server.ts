import type { ServerResponse } from 'node:http';
import type { Clock } from '../config/clock.ts';
import { STATUS_CODES, validateHeaderValue } from './node-http.server.ts';

/** Header lines, ready to be sent. @throws when a value could end its line */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => {
      validateHeaderValue(name, value);
      return `${name}: ${value}\r\n`;
    })
    .join('');
}

/** Gives the first lines of an answer on a connection that stays open; header lines follow. */
export type AnswerStart = (status: number) => string;

/** Writes the first lines of answers; their date is made anew once a second. */
export function createAnswerStart(clock: Clock): AnswerStart {
  let dated = 0;
  let date = '';

  function httpDate(): string {
    const second = Math.floor(clock.now() / 1000);
    if (second !== dated) {
      dated = second;
      date = new Date(second * 1000).toUTCString();
    }
    return date;
  }

  return (status) =>
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${httpDate()}\r\nConnection: keep-alive\r\n`;
}

/** Keeps what was written out last for a subject; made anew once its first lines, `start`, have another date. */
export function keptForSecond<Subject extends object, Written>() {
  const latest = new WeakMap<Subject, { start: string; written: Written }>();
  return (subject: Subject, start: string, make: () => Written): Written => {
    const known = latest.get(subject);
    if (known?.start === start) return known.written;
    const written = make();
    latest.set(subject, { start, written });
    return written;
  };
}

/**
 * Sends an answer that is written out already, first line, headers and body, in one piece: Node checks and puts together
 * headers at each answer, and writes them apart from the body, which is a third of the work of a page.
 * Node has no public way to say that the headers are in what follows; the two fields are as old as `node:http`, and
 * `direct.test.ts` sees every byte.
 */
export function sendWhole(response: ServerResponse, status: number, answer: Buffer | string): void {
  response.statusCode = status;
  Object.assign(response, { _header: 'in the answer', _headerSent: true });
  response.end(answer);
}
