import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { httpError } from './http-error.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
/** ASCII is the beginning of UTF-8. */
const UTF8 = /^(?:utf-?8|us-ascii)$/i;
const ESCAPES = /(?:%[\da-f]{2})+/gi;

/** Bytes as text; undefined where they are not UTF-8. A byte order mark stays. */
export function utf8Text(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** The fields of a posted form; refused (400) where its bytes, or those that it escapes, are not UTF-8. */
export function utf8Form(bytes: Buffer): Record<string, string> {
  const text = utf8Text(bytes);
  if (text === undefined || !hasUtf8Escapes(text)) throw httpError(400);
  return Object.fromEntries(new URLSearchParams(text));
}

function hasUtf8Escapes(text: string): boolean {
  try {
    text.replace(ESCAPES, decodeURIComponent);
    return true;
  } catch {
    return false;
  }
}

/** Refuses a body that is said to be in another charset (415); otherwise gives what `read` makes of it. */
export function utf8Body<T>(read: (bytes: Buffer) => T) {
  return async (request: FastifyRequest, bytes: Buffer): Promise<T> => {
    const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset && !UTF8.test(charset)) throw httpError(415);
    return read(bytes);
  };
}
