import { GraphQLError } from 'graphql';
import { apiErrors } from '../content/errors.ts';

/** The stable codes of the API's own refusals (API-4) with the HTTP status each is answered with. */
const refusals = {
  BAD_REQUEST: 400,
  BODY_TOO_LARGE: 413,
  CONTACT_INVALID: 200,
  CONTACT_RATE_LIMITED: 429,
  CROSS_SITE_REFUSED: 403,
  DOCUMENT_REFUSED: 403,
  INTERNAL_SERVER_ERROR: 500,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  SERVICE_OVERLOADED: 503,
  UNSUPPORTED_MEDIA_TYPE: 415,
} as const;

/** A stable code of the API. */
export type RefusalCode = keyof typeof refusals;

/** The status and headers that a refusal gives its answer; never sent in the body. */
export interface HttpHint {
  status: number;
  headers: Record<string, string>;
}

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
  const http: HttpHint | undefined = status === 200 ? undefined : { status, headers };
  return new GraphQLError(apiErrors[code], { extensions: { code, ...details, ...(http && { http }) } });
}

/** Whether an error is about the request: a refusal of ours, or GraphQL's own. Anything else is a failure of the server. */
export function isAboutRequest(error: GraphQLError): boolean {
  const { originalError } = error;
  return originalError === undefined || originalError === null || originalError instanceof GraphQLError;
}

/** An error as callers see it, and its status and headers. */
export interface PublicError {
  body: {
    message: string;
    locations?: unknown;
    path?: unknown;
    extensions: Record<string, unknown>;
  };
  http: HttpHint | undefined;
}

/**
 * The part of an error that callers may see. GraphQL's errors repeat the values that were sent and hint at names that exist;
 * callers get the kind and place of the mistake only, always with a stable code.
 */
export function publicError(error: GraphQLError): PublicError {
  const { locations, path } = error.toJSON();
  // graphql-jit leaves extensions out of the errors that are its own.
  const { code, fields, http } = error.extensions ?? {};
  return {
    body: {
      message: withoutEcho(error.message),
      ...(locations && { locations }),
      ...(path && { path }),
      extensions: { code: code ?? 'BAD_USER_INPUT', ...(fields ? { fields } : {}) },
    },
    http: http as HttpHint | undefined,
  };
}

const wrongVariable = /^(Variable "\$\w+") got invalid value/;
const wrongField = /Field "\w+" (?:of required type "[\w!]+" was not provided|is not defined by type "\w+")/;

/** Ends of messages that quote a value of the document, or hint at names. No leading `\s*`, which would backtrack. */
const echoes = [
  /(?<= value): .*/s,
  /(?<=^Expected value of type "[^"]*"), found .*/s,
  /(?<=^Syntax Error: .{1,30}(?:String|Int|Float)) ".*/s,
  /,? did you mean .*/is,
];

function withoutEcho(message: string): string {
  const variable = wrongVariable.exec(message)?.[1];
  if (variable)
    return [`${variable} got an invalid value.`, wrongField.exec(message)?.[0]].filter(Boolean).join(' ');
  return echoes.reduce((said, echo) => said.replace(echo, ''), message);
}
