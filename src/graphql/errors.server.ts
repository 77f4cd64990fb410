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

/** What a caller reads of an unexpected failure: nothing of its detail (API-4). */
export function maskedError(): GraphQLError {
  return new GraphQLError(apiErrors.INTERNAL_SERVER_ERROR, {
    extensions: { code: 'INTERNAL_SERVER_ERROR', http: { status: 500 } },
  });
}

/** Whether an error may be shown as it is: it is a refusal of ours, or GraphQL's own about the request. */
export function isPresentable(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && !isFailure(error.originalError);
}

function isFailure(error: Error | null | undefined): boolean {
  return error instanceof Error && !(error instanceof GraphQLError);
}
