import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors } from '../words/errors.ts';

/** Makes an error that is answered with this status, with the text of `httpErrors`. */
export function httpError(statusCode: number): Error {
  return Object.assign(new Error(httpErrors[statusCode]), { statusCode });
}

/** Answers an address that has no route for the method. */
export type SendNotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Answers failures in plain French, without internal detail (API-4). Plugins may replace the form within their own scope. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError & { headers?: Record<string, string> }, request, reply) => {
    const status = failureStatus(error, request);
    // For a range beyond the end of a file, the header tells the file's length (RFC 9110, 15.5.17).
    if (status === 416) reply.headers({ ...error.headers });
    return sendError(request, reply, status);
  });
}

/** Returns the status for an error, and logs it if the server is at fault. */
export function failureStatus(error: FastifyError, request: FastifyRequest): number {
  const { statusCode: status = 500 } = error;
  // A 503 is not logged: it tells nothing new, and would fill the log just when the server is overloaded.
  if (status >= 500 && status !== 503) request.log.error({ err: error }, 'request failed');
  return status;
}

export function sendError(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  const message = httpErrors[status] ?? httpErrors[400];
  return prepareError(request, reply, status).type('text/plain; charset=utf-8').send(`${message}\n`);
}

/** Writes a plain text answer to a request that could not be read, after which the connection closes. */
export function writtenError(status: number, baseHeaders: Record<string, string>): string {
  const body = `${httpErrors[status]}\n`;
  const headers = {
    ...baseHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

/** Sets the headers and status that all error responses share. */
export function prepareError(request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  // The connection closes, so that the server need not wait for the rest of an unread body.
  if (!request.raw.complete) reply.header('connection', 'close');
  if (status === 503) reply.header('retry-after', 2);
  return reply.code(status).header('cache-control', 'no-store');
}

/** All methods that the site uses, in the order in which `Allow` lists them. */
const METHODS = ['GET', 'HEAD', 'POST'] as const;

export function allowedMethods(app: FastifyInstance, url: string): string[] {
  return METHODS.filter((method) => app.findRoute({ method, url }));
}

/**
 * Answers an address that cannot be decoded (`/100%`) with the 404 page (PAGE-1) and the base headers. No hook runs for such a
 * request, so nothing has counted it and its connection closes.
 */
export function answerBadAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  baseHeaders: Record<string, string>,
  sendNotFound: SendNotFound,
): void {
  reply.headers(baseHeaders).header('connection', 'close');
  if (request.method === 'GET' || request.method === 'HEAD') sendNotFound(request, reply);
  else sendError(request, reply, 400);
}
