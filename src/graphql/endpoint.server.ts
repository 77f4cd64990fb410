import { ApolloArmor } from '@escape.tech/graphql-armor';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { createHandler, type Request } from 'graphql-http';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { ContactSource } from '../contact/receive.server.ts';
import type { CurrentProfile } from '../profile/current-profile.server.ts';
import { refusalOfInput } from './contact-refusal.server.ts';
import { codeOf, type RefusalCode, refusal, statusOf, withoutEcho } from './errors.server.ts';
import { createResolvers, type GraphQLDependencies, type RequestContext, schema } from './schema.server.ts';

export interface EndpointOptions extends GraphQLDependencies {
  /** Its answers are cached until it changes. */
  profile: Pick<CurrentProfile, 'get' | 'onChange'>;
  logger: Pick<Logger, 'error'>;
  /** Whether introspection queries are answered; only in development. */
  introspection: boolean;
}

/** An HTTP answer of the endpoint. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Answers a request by the text of its body, its Accept header and the address of its client. */
export type Endpoint = (
  body: string,
  accept: string | undefined,
  address: ContactSource['address'],
) => Promise<Answer>;

/** A request of one client, with the facts that its answer needs. */
interface RunContext extends RequestContext, Record<PropertyKey, unknown> {
  /** The status of the worst error. */
  status: number;
  /** Whether nothing was executed because the variables do not fit the document. */
  isRefused: boolean;
  isCacheable: boolean;
}

const NEWER_TYPE = 'application/graphql-response+json';

/** At least twice what the site's own two documents need. */
const limits = {
  maxDepth: { n: 6, flattenFragments: true },
  maxAliases: { n: 5 },
  maxDirectives: { n: 10 },
} as const;
const MAX_TOKENS = 500;

const object = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** GraphQL over HTTP, 5.3. An operation's name is short, so that comparing it costs nothing. */
const requestSchema = v.strictObject({
  query: v.string(),
  operationName: v.nullish(v.pipe(v.string(), v.regex(/^(?:[_A-Za-z]\w{0,127})?$/))),
  variables: v.nullish(object),
  extensions: v.nullish(object),
});

/** Names a query by its digest alone. */
const persistedQuery = v.object({
  query: v.nullish(v.never()),
  extensions: v.object({ persistedQuery: v.object({}) }),
});

const bodySchema = v.pipe(v.string(), v.parseJson(), v.union([requestSchema, persistedQuery]));

/** Most answers, and most documents, that are cached. */
const MAX_CACHED = 200;
/** The longest request and the longest answer that are cached, in characters. */
const MAX_CACHED_LENGTH = 12_000;

/**
 * Creates the endpoint behind POST /graphql: GraphQL over HTTP by graphql-http, with our limits, stable codes and masked
 * failures (API-4). Answers of queries are cached until the profile changes. Valid documents are cached too: checking one takes
 * half as long as storing a message.
 */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { logger, introspection, profile } = options;
  const rootValue = createResolvers(options);
  const rules = [
    ...new ApolloArmor(limits).protect().validationRules,
    ...specifiedRules,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  const answers = new Map<string, Answer>();
  const documents = new Map<string, DocumentNode>();
  profile.onChange(() => answers.clear());

  const handler = createHandler<string, RunContext, RunContext>({
    parseRequestParams: ({ raw }) => readRequest(raw),
    onSubscribe({ context }, { query, operationName, variables }) {
      const document = documents.get(query) ?? check(query, variables ?? {});
      if (Array.isArray(document)) return document;
      return {
        schema,
        rootValue,
        document,
        operationName,
        variableValues: variables,
        contextValue: context,
        // Each error has the whole input in its text: fifty of them kept the server busy for a second.
        options: { maxCoercionErrors: 1 },
      };
    },
    onOperation: ({ context }, args, result) => judge(context, args, result as ExecutionResult),
    // The errors that graphql-http itself makes have no code.
    formatError: (error) =>
      error instanceof GraphQLError && !codeOf(error)
        ? withoutEcho(error, 'GRAPHQL_VALIDATION_FAILED')
        : error,
  });

  /** Parses a document, checks and caches it. @returns the document, or the errors for which it is refused */
  function check(query: string, variables: Record<string, unknown>): DocumentNode | GraphQLError[] {
    let code: RefusalCode = 'GRAPHQL_PARSE_FAILED';
    try {
      const document = parse(query, { maxTokens: MAX_TOKENS });
      code = 'GRAPHQL_VALIDATION_FAILED';
      const errors = validate(schema, document, rules, { maxErrors: 5 });
      if (errors.length > 0) {
        const refused = refusalOfInput(document, variables);
        // Those of a limit come with a code and English words of their own.
        return refused ? [refused] : errors.map((error) => withoutEcho(error, code));
      }
      keep(documents, query, document);
      return document;
    } catch (error) {
      // The parser throws, at its limit of tokens as well.
      if (error instanceof GraphQLError) return [withoutEcho(error, code)];
      throw error;
    }
  }

  /** Sets the status of the answer by its result, and masks failures. */
  function judge(context: RunContext, args: ExecutionArgs, result: ExecutionResult): ExecutionResult {
    const { data, errors } = result;
    context.isRefused = data === undefined;
    context.isCacheable =
      !errors && getOperationAST(args.document, args.operationName)?.operation === 'query';
    if (!errors) return result;
    const told = context.isRefused ? refusedVariables(args, errors) : errors.map(masked);
    context.status = Math.max(...told.map((error) => statusOf(codeOf(error) ?? 'INTERNAL_SERVER_ERROR')));
    return { ...result, errors: told };
  }

  function masked(error: GraphQLError): GraphQLError {
    if (codeOf(error)) return error;
    logger.error({ err: error.originalError ?? error }, 'GraphQL request failed');
    return refusal('INTERNAL_SERVER_ERROR');
  }

  async function run(body: string, accept: string | undefined, context: RunContext): Promise<Answer> {
    const headers = { accept, 'content-type': 'application/json' };
    const request: Request<string, RunContext> = {
      method: 'POST',
      url: '',
      headers,
      raw: body,
      body,
      context,
    };
    const [text, init] = await handler(request);
    if (text === null) return refusedAnswer('NOT_ACCEPTABLE');
    const type = init.headers?.['content-type'] ?? '';
    const refused = context.isRefused && type.startsWith(NEWER_TYPE) ? 400 : 0;
    return {
      status: Math.max(init.status, context.status, refused),
      headers: {
        'content-type': type,
        'cache-control': 'no-store',
        ...(context.retryAfter && { 'retry-after': `${context.retryAfter}` }),
      },
      body: text,
    };
  }

  return async (body, accept, address) => {
    const key = `${accept}\n${body}`;
    const cached = answers.get(key);
    if (cached) return cached;
    const context: RunContext = { address, status: 0, isRefused: false, isCacheable: false };
    const answer = await run(body, accept, context);
    if (context.isCacheable && answer.body.length <= MAX_CACHED_LENGTH) keep(answers, key, answer);
    return answer;
  };
}

/** Puts a value into a cache, unless its key is long; a full cache is emptied. */
function keep<Value>(cache: Map<string, Value>, key: string, value: Value): void {
  if (key.length > MAX_CACHED_LENGTH) return;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, value);
}

/** Makes the answer to a request that is refused as a whole. */
export function refusedAnswer(code: RefusalCode): Answer {
  return {
    status: statusOf(code),
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ errors: [refusal(code)] }),
  };
}

/** Reads the parameters of a request, or gives the response that refuses it. */
function readRequest(body: string) {
  const { success, output } = v.safeParse(bodySchema, body);
  if (!success) return refusedResponse('BAD_REQUEST');
  if (typeof output.query !== 'string') return refusedResponse('PERSISTED_QUERY_NOT_SUPPORTED');
  const { query, operationName, variables } = output;
  return { query, operationName: operationName || undefined, variables: variables ?? {} };
}

function refusedResponse(code: RefusalCode) {
  const { status, headers, body } = refusedAnswer(code);
  return [body, { status, statusText: '', headers }] as const;
}

/** Refuses variables that do not fit the document; a message is refused by the rules of the form (FORM-8). */
function refusedVariables(
  { document, variableValues }: ExecutionArgs,
  errors: readonly GraphQLError[],
): GraphQLError[] {
  const refused = refusalOfInput(document, variableValues ?? {});
  return refused ? [refused] : errors.map((error) => withoutEcho(error, 'BAD_USER_INPUT'));
}
