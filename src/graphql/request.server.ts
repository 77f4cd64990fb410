/** A GraphQL request as it comes over HTTP (GraphQL over HTTP, section 5.3). */
export interface GraphQLRequest {
  query: string;
  operationName: string | undefined;
  variables: Record<string, unknown>;
}

/** A name of GraphQL's grammar, or none; real ones are shorter. */
const OPERATION_NAME = /^(?:[_A-Za-z]\w{0,127})?$/;

const parameterNames = new Set(['query', 'operationName', 'variables', 'extensions']);

/**
 * Reads the body of a request.
 * @returns undefined where it is not JSON, or not one request with parameters of the right types; a batch is none
 */
export function readGraphQLRequest(body: string): GraphQLRequest | undefined {
  let parameters: unknown;
  try {
    parameters = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isMap(parameters) || !Object.keys(parameters).every((name) => parameterNames.has(name)))
    return undefined;
  const { query, operationName, variables, extensions } = parameters;
  if (typeof query !== 'string') return undefined;
  if (!isAbsent(operationName) && !isOperationName(operationName)) return undefined;
  if (!isAbsent(variables) && !isMap(variables)) return undefined;
  if (!isAbsent(extensions) && !isMap(extensions)) return undefined;
  return { query, operationName: operationName || undefined, variables: variables ?? {} };
}

function isOperationName(value: unknown): value is string {
  return typeof value === 'string' && OPERATION_NAME.test(value);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
