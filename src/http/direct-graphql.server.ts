import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type Answer, refusedAnswer } from '../graphql/answer.server.ts';
import type { Engine } from '../graphql/engine.server.ts';
import { refusal } from '../graphql/errors.server.ts';
import { isCrossSite } from './cross-site.server.ts';
import type { DirectRoute } from './direct.server.ts';
import { MAX_BODY_BYTES } from './limits.server.ts';
import { utf8Text } from './utf8-bodies.server.ts';
import { type AnswerStart, headerLines } from './whole-answer.server.ts';

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
  const { written, bytesOf } = createWriter(baseHeaders, answerStart);

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
          if (!(answer instanceof Promise)) return reply.send(answer.status, bytesOf(answer));
          reply.wait();
          answer.catch(failed).then((later) => reply.send(later.status, written(later)));
        } catch (error) {
          const answer = failed(error);
          reply.send(answer.status, written(answer));
        }
      });
      return true;
    },
  };
}

/** Writes answers out, from their first line to their last. */
function createWriter(baseHeaders: DirectGraphQLOptions['baseHeaders'], answerStart: AnswerStart) {
  /** Header lines by the headers they were made of: those of ordinary answers are always the same. */
  const lines = new WeakMap<Answer['headers'], string>();
  /** Answers by the second that their date is of: the engine gives those it keeps again. */
  const latest = new WeakMap<Answer, { start: string; bytes: Buffer }>();

  function linesOf(headers: Answer['headers']): string {
    const known = lines.get(headers);
    if (known) return known;
    const made = headerLines({ ...baseHeaders, ...headers });
    lines.set(headers, made);
    return made;
  }

  function written({ status, headers, body }: Answer): string {
    const length = Buffer.byteLength(body);
    return `${answerStart(status)}${linesOf(headers)}content-length: ${length}\r\n\r\n${body}`;
  }

  /** For an answer that may come again. */
  function bytesOf(answer: Answer): Buffer {
    const start = answerStart(answer.status);
    const known = latest.get(answer);
    if (known?.start === start) return known.bytes;
    const bytes = Buffer.from(written(answer));
    latest.set(answer, { start, bytes });
    return bytes;
  }

  return { written, bytesOf };
}

function readBytes(request: IncomingMessage, use: (bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Nearly every request comes in one chunk, which is not copied.
  request.on('end', () => use(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
}
