import { GraphQLError } from 'graphql';
import { apiErrors } from '../content/errors.ts';

/** The stable codes of the API (API-4), each with the HTTP status of its answer. */
export const statusByCode = {
  BAD_REQUEST: 400,
  BAD_USER_INPUT: 200,
  BODY_TOO_LARGE: 413,
  CONTACT_INVALID: 200,
  CONTACT_RATE_LIMITED: 429,
  CROSS_SITE_REFUSED: 403,
  GRAPHQL_PARSE_FAILED: 200,
  GRAPHQL_VALIDATION_FAILED: 200,
  INTERNAL_SERVER_ERROR: 500,
  METHOD_NOT_ALLOWED: 405,
  SERVICE_OVERLOADED: 503,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const satisfies Record<keyof typeof apiErrors, number>;

export type RefusalCode = keyof typeof statusByCode;

/** Finds the code of a request that is refused before GraphQL sees it. */
export function codeOfStatus(status: number): RefusalCode {
  const codes = Object.keys(statusByCode) as RefusalCode[];
  const code = codes.find((each) => statusByCode[each] === status);
  return code ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST');
}

/**
 * Makes a refusal that the caller may read, in French, with its stable code.
 * @param details further extensions: the wrong fields, or the seconds after which the request may be sent again
 */
export function refusal(code: RefusalCode, details: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(apiErrors[code], { extensions: { code, ...details } });
}

/**
 * Replaces the words of GraphQL's own error: they repeat the input and hint at names of the schema.
 * @returns a refusal with the place of the mistake in the document
 */
export function withoutEcho(error: GraphQLError, code: RefusalCode): GraphQLError {
  return new GraphQLError(apiErrors[code], {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { code },
  });
}

export function codeOf({ extensions }: GraphQLError): RefusalCode | undefined {
  const code = String(extensions['code']);
  return Object.hasOwn(statusByCode, code) ? (code as RefusalCode) : undefined;
}
