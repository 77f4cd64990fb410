import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import * as v from 'valibot';
import type { ContactSource } from '../contact/receive.server.ts';
import { exceedsLimits, MAX_TOKENS } from './limits.server.ts';
import {
  codeOf,
  createResolvers,
  type EndpointOptions,
  type RefusalCode,
  refusal,
  refusalOfInput,
  schema,
  statusByCode,
  type Variables,
  withoutEcho,
} from './schema.server.ts';

export type Answer = ReturnType<typeof answerWith>;

const JSON_TYPE = 'application/json';
const NEWER_TYPE = 'application/graphql-response+json';
/** A media type with weight 0 is not accepted (RFC 9110, 12.4.2). */
const ACCEPTS_NEWER = /application\/graphql-response\+json(?![^,]*;\s*q=0(?!\.0*[1-9]))/i;

const object = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && !Array.isArray(value),
);

/** The fields of a request (GraphQL over HTTP, 5.3). */
const requestSchema = v.strictObject({
  query: v.string(),
  operationName: v.nullish(v.string()),
  variables: v.nullish(object),
  extensions: v.nullish(object),
  // Relay sends the identifier of its document beside the query.
  id: v.optional(v.unknown()),
});

const bodySchema = v.pipe(v.string(), v.parseJson(), requestSchema);

const MAX_CACHED = 200;
/** Longer requests (in characters) and longer answers (in bytes) are not cached. */
const MAX_CACHED_LENGTH = 12_000;

/**
 * Creates the endpoint behind POST /graphql: GraphQL over HTTP, with our limits, stable codes and masked failures (API-4).
 * Answers to queries are cached until the profile changes. Valid documents are cached too, because checking one takes half as
 * long as storing a message.
 */
export function createEndpoint(options: EndpointOptions) {
  const { logger, introspection, profile } = options;
  const rootValue = createResolvers(options);
  const rules = [...specifiedRules, ...(introspection ? [] : [NoSchemaIntrospectionCustomRule])];
  const answers = new Map<string, Answer>();
  const documents = new Map<string, DocumentNode>();
  profile.onChange(() => answers.clear());

  return async (body: string | undefined, accept: string | undefined, address: ContactSource['address']) => {
    // GraphQL over HTTP, 6.1: a client gets plain JSON unless it names the newer type.
    const mediaType = ACCEPTS_NEWER.test(accept ?? '') ? NEWER_TYPE : JSON_TYPE;
    const key = `${mediaType}\n${body}`;
    const cached = answers.get(key);
    if (cached) return cached;

    const { success, output: request } = v.safeParse(bodySchema, body);
    if (!success) return refusedAnswer('BAD_REQUEST');
    const { query, variables } = request;
    const operationName = request.operationName || undefined;

    const document = documents.get(query) ?? checkDocument(query, variables);
    if (Array.isArray(document)) return answerWith(mediaType, { errors: document });
    keep(documents, query, document);
    const operation = getOperationAST(document, operationName)?.operation;
    if (!operation) return answerWith(mediaType, { errors: [refusal('GRAPHQL_VALIDATION_FAILED')] });

    const { data, errors } = await execute({
      schema,
      rootValue,
      document,
      operationName,
      variableValues: variables,
      contextValue: { address },
      // Each error repeats the whole input, and composing fifty of them kept the server busy for a second.
      options: { maxCoercionErrors: 1 },
    });
    if (data === undefined) {
      // The variables do not fit the document, so a message in them is refused by the rules of the form (FORM-8).
      const unfit = errors?.map((error) => withoutEcho(error, 'BAD_USER_INPUT')) ?? [];
      return answerWith(mediaType, { errors: refusalOfInput(document, variables) ?? unfit });
    }
    if (errors) return answerWith(mediaType, { errors: errors.map(masked), data });
    const answer = answerWith(mediaType, { data });
    if (operation === 'query' && answer.body.length <= MAX_CACHED_LENGTH) keep(answers, key, answer);
    return answer;
  };

  function checkDocument(query: string, variables: Variables): DocumentNode | GraphQLError[] {
    let document: DocumentNode;
    try {
      document = parse(query, { maxTokens: MAX_TOKENS });
    } catch (error) {
      // `parse` throws at a syntax error and at its limit of tokens.
      return [withoutEcho(error as GraphQLError, 'GRAPHQL_PARSE_FAILED')];
    }
    const code = 'GRAPHQL_VALIDATION_FAILED';
    const errors = validate(schema, document, rules, { maxErrors: 5 });
    if (errors.length === 0) return exceedsLimits(document) ? [refusal(code)] : document;
    return refusalOfInput(document, variables) ?? errors.map((error) => withoutEcho(error, code));
  }

  function masked(error: GraphQLError): GraphQLError {
    if (codeOf(error)) return error;
    logger.error({ err: error.originalError ?? error }, 'GraphQL request failed');
    return refusal('INTERNAL_SERVER_ERROR');
  }
}

/** Makes the answer for a result; the worst error decides the status. */
function answerWith(mediaType: string, result: ExecutionResult) {
  const { data, errors = [] } = result;
  const statuses = errors.map((error) => statusByCode[codeOf(error) ?? 'INTERNAL_SERVER_ERROR']);
  const retryAfter = errors.map(({ extensions }) => extensions['retryAfterSeconds']).find(Boolean);
  return {
    status: Math.max(data === undefined && mediaType === NEWER_TYPE ? 400 : 200, ...statuses),
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': 'no-store',
      ...(retryAfter ? { 'retry-after': `${retryAfter}` } : {}),
    },
    // The body is encoded here once, for every use of a cached answer.
    body: Buffer.from(JSON.stringify(result)),
  };
}

export function refusedAnswer(code: RefusalCode): Answer {
  return answerWith(JSON_TYPE, { errors: [refusal(code)] });
}

/** Puts a value into a cache unless its key is long; empties a full cache first. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (key.length > MAX_CACHED_LENGTH) return;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, value);
}
