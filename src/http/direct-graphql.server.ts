import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type Answer, refusedAnswer } from '../graphql/answer.server.ts';
import type { Engine } from '../graphql/engine.server.ts';
import { refusal } from '../graphql/errors.server.ts';
import { isCrossSite } from './cross-site.server.ts';
import type { DirectReply, DirectRoute } from './direct.server.ts';
import { MAX_BODY_BYTES } from './limits.server.ts';
import { utf8Text } from './utf8-bodies.server.ts';
import { type AnswerStart, headerLines, keptForSecond } from './whole-answer.server.ts';

export interface DirectGraphQLOptions {
  engine: Engine;
  logger: Logger;
  allowedOrigins: readonly string[];
  /** The address that a request comes from. */
  addressOf(request: IncomingMessage): string;
  /** The headers that every answer has. */
  baseHeaders: Readonly<Record<string, string>>;
  answerStart: AnswerStart;
}

const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i;

/** POST /graphql, for `answerDirectly`: a JSON body of known length from a page of ours or from no page. */
export function directGraphQL({
  engine,
  logger,
  allowedOrigins,
  addressOf,
  baseHeaders,
  answerStart,
}: DirectGraphQLOptions): DirectRoute {
  /** Header lines by the headers they were made of: those of ordinary answers are always the same. */
  const lines = new WeakMap<Answer['headers'], string>();
  /** The engine gives the answers that it keeps again. */
  const kept = keptForSecond<Answer, Buffer>();

  function linesOf(headers: Answer['headers']): string {
    const known = lines.get(headers);
    if (known) return known;
    const made = headerLines({ ...baseHeaders, ...headers });
    lines.set(headers, made);
    return made;
  }

  function written({ headers, body }: Answer, start: string): string {
    const length = Buffer.byteLength(body);
    return `${start}${linesOf(headers)}content-length: ${length}\r\n\r\n${body}`;
  }

  function send(reply: DirectReply, answer: Answer): void {
    const start = answerStart(answer.status);
    reply.send(
      answer.status,
      kept(answer, start, () => Buffer.from(written(answer, start))),
    );
  }

  /** An answer that was waited for is that of one request. */
  function sendOnce(reply: DirectReply, answer: Answer): void {
    reply.send(answer.status, written(answer, answerStart(answer.status)));
  }

  function failed(error: unknown): Answer {
    logger.error({ err: error }, 'request failed');
    return refusedAnswer(refusal('INTERNAL_SERVER_ERROR'));
  }

  return {
    method: 'POST',
    answer(request, reply) {
      const { headers } = request;
      if (!JSON_TYPE.test(headers['content-type'] ?? '')) return false;
      if (!(Number(headers['content-length']) <= MAX_BODY_BYTES) || isCrossSite(request, allowedOrigins))
        return false;
      readBytes(request, (bytes) => {
        try {
          const answer = engine(utf8Text(bytes) ?? '', headers.accept, { address: addressOf(request) });
          if (!(answer instanceof Promise)) return send(reply, answer);
          reply.wait();
          answer.catch(failed).then((later) => sendOnce(reply, later));
        } catch (error) {
          send(reply, failed(error));
        }
      });
      return true;
    },
  };
}

function readBytes(request: IncomingMessage, use: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Nearly every request comes in one chunk, which is not copied.
  request.on('end', () => use(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
}
