import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { RETRY_WHEN_OVERLOADED_SECONDS } from '../contact/receive.server.ts';
import { type Answer, type AnswerType, acceptedType, answer, refusedAnswer } from './answer.server.ts';
import { refusalByOurRules, refusalOfDocument } from './contact-refusal.server.ts';
import { isAboutRequest, refusal } from './errors.server.ts';
import { createKeptAnswers, type ProfilesRead, questionOf } from './kept-answers.server.ts';
import { MAX_ANSWER_MS, validationRules } from './limits.server.ts';
import { createPreparedDocuments } from './prepared-documents.server.ts';
import { type GraphQLRequest, readGraphQLRequest } from './request.server.ts';
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
  const answers = createKeptAnswers(dependencies.profile);

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

  function run(
    { query, operationName, variables }: GraphQLRequest,
    type: AnswerType,
    context: RequestContext,
    keep?: (made: Answer, read: ProfilesRead) => void,
  ): Answer | Promise<Answer> {
    const prepared = prepare(query, operationName);
    if ('errors' in prepared) {
      const refused = refusalOfDocument(prepared.errors, variables);
      return answer(refused ? { errors: [refused] } : prepared, type);
    }
    const read: ProfilesRead = new Map();
    const result = prepared.run({ ...context, read }, variables);
    // Only a message is waited for: what changes the store is never kept. A failure after the time is up is logged too.
    if (result instanceof Promise)
      return inTime(result.then((outcome) => masked(outcome, variables))).then((outcome) =>
        answer(outcome, type),
      );
    const made = answer(masked(result, variables), type);
    if (!result.errors) keep?.(made, read);
    return made;
  }

  return (body, accept, context) => {
    const type = acceptedType(accept);
    if (!type) return refusedAnswer(refusal('NOT_ACCEPTABLE'));
    const request = readGraphQLRequest(body);
    if (!request) return refusedAnswer(refusal('BAD_REQUEST'), type);
    if (onlyDocuments?.has(request.query) === false) return refusedAnswer(refusal('DOCUMENT_REFUSED'), type);
    const question = questionOf(request, type);
    if (question === undefined) return run(request, type, context);
    return (
      answers.get(question) ?? run(request, type, context, (made, read) => answers.keep(question, made, read))
    );
  };
}

/** The result, or a refusal when it takes too long; what was begun goes on. */
function inTime(result: Promise<ExecutionResult>): Promise<ExecutionResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      // Only a message takes this long: it waits for the store.
      const retryAfter = String(RETRY_WHEN_OVERLOADED_SECONDS);
      resolve({ errors: [refusal('SERVICE_OVERLOADED', {}, { 'retry-after': retryAfter })] });
    }, MAX_ANSWER_MS);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
