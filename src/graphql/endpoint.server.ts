import { NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { isAboutRequest, maskedError, withoutHints } from './errors.server.ts';
import { limitPlugins } from './limits.server.ts';
import { createGraphQLSchema, type GraphQLDependencies, type RequestContext } from './schema.server.ts';

export interface EndpointOptions extends GraphQLDependencies {
  logger: Logger;
  /** Whether the schema may be read through the endpoint; only in development. */
  introspection: boolean;
}

/** The GraphQL engine behind POST /graphql: documents checked against the limits, errors masked, no extras. */
export function createEndpoint({ logger, introspection, ...dependencies }: EndpointOptions) {
  return createYoga<RequestContext>({
    schema: createGraphQLSchema(dependencies),
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    cors: false,
    logging: false,
    maskedErrors: { maskError: (error) => mask(error, logger) },
    plugins: [...limitPlugins(), ...(introspection ? [] : [withoutIntrospection]), tidyErrors],
  });
}

const withoutIntrospection: Plugin = {
  onValidate({ addValidationRule }) {
    addValidationRule(NoSchemaIntrospectionCustomRule);
  },
};

/** Runs last, over errors of every stage: the request's form, parsing, validation, execution. */
const tidyErrors: Plugin = {
  onResultProcess({ result, setResult }) {
    if (!('errors' in result) || !result.errors) return;
    setResult({ ...result, errors: result.errors.map(withoutHints) });
  },
};

function mask(error: unknown, logger: Logger): Error {
  if (isAboutRequest(error)) return error;
  const cause = error instanceof Error && 'originalError' in error ? error.originalError : error;
  logger.error({ err: cause }, 'Une requête GraphQL a échoué.');
  return maskedError();
}
