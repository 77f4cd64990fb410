import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isUnambiguous } from './ambiguous-requests.server.ts';
import type { Connections } from './connections.server.ts';
import type { Metrics } from './metrics.server.ts';
import { sendWhole } from './whole-answer.server.ts';

/** Answers the ordinary requests of one address without the framework. */
export interface DirectRoute {
  method: 'GET' | 'POST';
  /** Gives false to leave the request to the framework; otherwise sends one answer, at once or later. */
  answer(request: IncomingMessage, reply: DirectReply): boolean;
}

/** How a direct route answers. */
export interface DirectReply {
  /** The request has come whole, and its answer has to be waited for. */
  wait(): void;
  /** @param answer written out, from its first line to its last (`AnswerStart`) */
  send(status: number, answer: Buffer | string): void;
}

export interface DirectOptions {
  /** By address, without query. */
  routes: ReadonlyMap<string, DirectRoute>;
  connections: Connections;
  metrics: Metrics;
  /** Whether there is no room for more requests. */
  isFull(): boolean;
  /** Whether the server was told to stop: the framework then ends each connection with its answer. */
  isClosing(): boolean;
}

/**
 * Answers the most frequent requests, in their ordinary form, before the framework sees them: its hooks cost more than the
 * answer. Anything unusual, refused or late (the server is closing, or full) goes to the framework, which answers these
 * addresses too.
 */
export function answerDirectly(
  app: FastifyInstance,
  { routes, connections, metrics, isFull, isClosing }: DirectOptions,
): void {
  const [framework] = app.server.listeners('request') as [RequestListener];
  app.server.removeListener('request', framework);
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const route = routes.get(request.url ?? '');
    const ordinary = route?.method === request.method && isOrdinary(request) && !isClosing() && !isFull();
    if (!ordinary || !route?.answer(request, replyTo(request, response))) framework(request, response);
  });

  function replyTo({ socket }: IncomingMessage, response: ServerResponse): DirectReply {
    const began = performance.now();
    const count = () => metrics.count(response.statusCode, (performance.now() - began) / 1000);
    let finish: (() => void) | undefined;
    const wait = () => {
      finish = connections.begin(socket, response);
      response.once('close', count);
    };
    return {
      wait,
      send(status, answer) {
        sendWhole(response, status, answer);
        if (!finish && response.writableLength === 0) {
          connections.touch(socket);
          return count();
        }
        if (!finish) wait();
        finish?.();
      },
    };
  }
}

/** HTTP/1.1 on a connection that stays open, with nothing about it that a hook of the framework would have to judge. */
function isOrdinary(request: IncomingMessage): boolean {
  const { headers } = request;
  return (
    (headers.connection === undefined || headers.connection === 'keep-alive') &&
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined &&
    request.httpVersion === '1.1' &&
    isUnambiguous(request)
  );
}
