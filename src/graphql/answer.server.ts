import type { ExecutionResult, GraphQLError } from 'graphql';
import { weightsOf } from '../config/header-weights.ts';
import { publicError } from './errors.server.ts';

/** The media types of GraphQL over HTTP, section 4. */
export type AnswerType = 'application/json' | typeof NEWER;

const NEWER = 'application/graphql-response+json';

/** An HTTP answer of the endpoint. */
export interface Answer {
  status: number;
  /** The same object for every answer of a media type without errors, so that its lines can be kept. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * The media type to answer in: the one of the greater weight (RFC 9110, 12.5.1), of two alike the newer one where it is named.
 * Undefined when the caller accepts neither; JSON when it does not say.
 */
export function acceptedType(accept: string | undefined): AnswerType | undefined {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'application/json';
  const weights = weightsOf(accept);
  const weightOf = (type: AnswerType) =>
    weights.get(type) ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
  const newer = weightOf(NEWER);
  const json = weightOf('application/json');
  if (newer > json || (newer > 0 && newer === json && weights.has(NEWER))) return NEWER;
  return json > 0 ? 'application/json' : undefined;
}

/** Turns a result into an answer: a document that never ran is 400 in the newer media type and 200 in plain JSON. */
export function answer(result: ExecutionResult, type: AnswerType): Answer {
  const { data, errors } = result;
  if (!errors) return { status: 200, headers: ordinaryHeaders[type], body: JSON.stringify({ data }) };
  const publicErrors = errors.map(publicError);
  const headers = Object.assign(typed(type), ...publicErrors.map(({ http }) => http?.headers));
  const unrun = data === undefined && type === 'application/graphql-response+json' ? 400 : 200;
  const status = Math.max(unrun, ...publicErrors.map(({ http }) => http?.status ?? 0));
  const body = { errors: publicErrors.map((error) => error.body), ...(data === undefined ? {} : { data }) };
  return { status, headers, body: JSON.stringify(body) };
}

/** The answer to a request that is refused as a whole. */
export function refusedAnswer(error: GraphQLError, type: AnswerType = 'application/json'): Answer {
  return answer({ errors: [error] }, type);
}

const ordinaryHeaders: Readonly<Record<AnswerType, Readonly<Record<string, string>>>> = {
  'application/json': typed('application/json'),
  'application/graphql-response+json': typed('application/graphql-response+json'),
};

function typed(type: AnswerType): Record<string, string> {
  return { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' };
}
