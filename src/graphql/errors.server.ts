import { GraphQLError } from 'graphql';
import { apiErrors } from '../content/errors.ts';

/** The stable codes of the API's own refusals (API-4) with the HTTP status each is answered with. */
const refusals = {
  CONTACT_INVALID: 200,
  CONTACT_RATE_LIMITED: 429,
  SERVICE_OVERLOADED: 503,
  CROSS_SITE_REFUSED: 403,
} as const;

export type RefusalCode = keyof typeof refusals;

/**
 * A refusal the caller may read, in French, with its stable code.
 * @param details further extensions, such as the wrong fields
 * @param headers HTTP headers of the answer, such as Retry-After
 */
export function refusal(
  code: RefusalCode,
  details: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): GraphQLError {
  const status = refusals[code];
  const http = status === 200 ? {} : { http: { status, headers } };
  return new GraphQLError(apiErrors[code], { extensions: { code, ...details, ...http } });
}

/** Whether an error is about the request: a refusal of ours, or GraphQL's own. Anything else is a failure of the server. */
export function isAboutRequest(error: unknown): error is GraphQLError {
  if (!(error instanceof GraphQLError)) return false;
  const { originalError } = error;
  return originalError === undefined || originalError === null || originalError instanceof GraphQLError;
}

/** What a caller reads of a failure of the server: nothing of its detail (API-4). */
export function maskedError(): GraphQLError {
  return new GraphQLError(apiErrors.INTERNAL_SERVER_ERROR, {
    extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } },
  });
}

/** Extensions that a caller may read; `http` is taken off again by the engine. */
const publicExtensions = ['code', 'fields', 'http'];

/**
 * GraphQL's errors repeat what was sent and hint at names that exist; a caller gets the kind and place of the mistake
 * only, always with a stable code.
 */
export function withoutHints(error: GraphQLError): GraphQLError {
  const extensions = Object.fromEntries(
    Object.entries(error.extensions).filter(([key]) => publicExtensions.includes(key)),
  );
  // A body that is no request at all never reached GraphQL: 400 whatever media type the caller accepts.
  if (extensions['code'] === 'BAD_REQUEST') extensions['http'] = { status: 400 };
  return new GraphQLError(withoutEcho(error.message), {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions: { code: 'BAD_USER_INPUT', ...extensions },
  });
}

function withoutEcho(message: string): string {
  return message
    .replace(/ Did you mean .*$/s, '')
    .replace(/ ?\[Suggestion hidden\]\??/g, '')
    .replace(/ got invalid value [\s\S]*?; /, ' got an invalid value; ');
}
