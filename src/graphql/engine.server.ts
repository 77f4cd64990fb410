import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { RETRY_WHEN_OVERLOADED_SECONDS } from '../contact/receive.server.ts';
import { type Answer, acceptedType, answer, refusedAnswer } from './answer.server.ts';
import { refusalByOurRules, refusalOfDocument } from './contact-refusal.server.ts';
import { isAboutRequest, refusal } from './errors.server.ts';
import { MAX_ANSWER_MS, validationRules } from './limits.server.ts';
import { createPreparedDocuments } from './prepared-documents.server.ts';
import { readGraphQLRequest } from './request.server.ts';
import { createGraphQLSchema, type GraphQLDependencies, type RequestContext } from './schema.server.ts';

export interface EngineOptions extends GraphQLDependencies {
  logger: Logger;
  /** Whether the schema may be read through the endpoint; only in development. */
  introspection: boolean;
  /** The only documents that are answered, word for word; undefined: any. */
  onlyDocuments?: ReadonlySet<string> | undefined;
}

/** Answers one GraphQL request over HTTP; not by a promise where nothing has to be waited for. */
export type Engine = (
  body: string,
  accept: string | undefined,
  context: RequestContext,
) => Answer | Promise<Answer>;

/** The engine behind POST /graphql: a request goes through a list of refusals, then runs; failures are masked (API-4). */
export function createEngine({
  logger,
  introspection,
  onlyDocuments,
  ...dependencies
}: EngineOptions): Engine {
  const prepare = createPreparedDocuments(createGraphQLSchema(dependencies), validationRules(introspection));

  function masked(result: ExecutionResult, variables: Record<string, unknown>): ExecutionResult {
    if (!result.errors) return result;
    const refused = result.data === undefined && refusalByOurRules(result.errors, variables);
    if (refused) return { errors: [refused] };
    if (result.errors.every(isAboutRequest)) return result;
    return {
      ...result,
      errors: result.errors.map((error) => (isAboutRequest(error) ? error : failure(error))),
    };
  }

  function failure(error: GraphQLError): GraphQLError {
    logger.error({ err: error.originalError }, 'GraphQL request failed');
    return refusal('INTERNAL_SERVER_ERROR');
  }

  return (body, accept, context) => {
    const type = acceptedType(accept);
    if (!type) return refusedAnswer(refusal('NOT_ACCEPTABLE'));
    const request = readGraphQLRequest(body);
    if (!request) return refusedAnswer(refusal('BAD_REQUEST'), type);
    if (onlyDocuments?.has(request.query) === false) return refusedAnswer(refusal('DOCUMENT_REFUSED'), type);
    const prepared = prepare(request.query, request.operationName);
    if ('errors' in prepared) {
      const refused = refusalOfDocument(prepared.errors, request.variables);
      return answer(refused ? { errors: [refused] } : prepared, type);
    }
    const result = prepared.run(context, request.variables);
    if (!(result instanceof Promise)) return answer(masked(result, request.variables), type);
    return inTime(result).then((outcome) => answer(masked(outcome, request.variables), type));
  };
}

/** The result, or a refusal when it takes too long; what was begun goes on. */
async function inTime(result: Promise<ExecutionResult>): Promise<ExecutionResult> {
  const { promise, resolve } = Promise.withResolvers<ExecutionResult>();
  const timer = setTimeout(() => {
    // Only a message takes this long: it waits for the store.
    const retryAfter = String(RETRY_WHEN_OVERLOADED_SECONDS);
    const late = refusal('SERVICE_OVERLOADED', {}, { 'retry-after': retryAfter });
    resolve({ errors: [late] });
  }, MAX_ANSWER_MS);
  try {
    return await Promise.race([result, promise]);
  } finally {
    clearTimeout(timer);
  }
}
