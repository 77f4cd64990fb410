import { readFileSync } from 'node:fs';
import { BREAK, buildSchema, type DocumentNode, GraphQLError, valueFromASTUntyped, visit } from 'graphql';
import type { Logger } from 'pino';
import type { ContactSource, ReceiveMessage } from '../contact/receive.server.ts';
import { type ContactError, checkContact } from '../contact/rules.ts';
import type { CurrentProfile } from '../profile/profile.server.ts';
import { ADMINISTRATOR_ID } from '../profile/profile.ts';
import { apiErrors } from '../words/errors.ts';
import { fieldErrors } from '../words/specified.ts';

export interface EndpointOptions {
  profile: Pick<CurrentProfile, 'get' | 'onChange'>;
  receive: ReceiveMessage;
  logger: Pick<Logger, 'error'>;
  introspection: boolean;
}

/** Values of a document's variables by name, as a request sends them. */
export type Variables = Record<string, unknown> | null | undefined;

export const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'));

/** Creates the resolvers of the API's two fields, which graphql-js calls as methods of the root value. */
export function createResolvers({ profile, receive }: EndpointOptions) {
  return {
    getAdminPublicProfil: ({ id }: { id: number }) => (id === ADMINISTRATOR_ID ? profile.get() : null),
    async postContactForm(
      { input }: { input: Record<string, unknown> },
      { address }: Pick<ContactSource, 'address'>,
    ) {
      const result = await receive(input, { address, origin: 'api' });
      if (result.kind === 'accepted') return { isSend: true };
      if (result.kind === 'invalid') throw contactRefusal(result.errors);
      const code = result.kind === 'limited' ? 'CONTACT_RATE_LIMITED' : 'SERVICE_OVERLOADED';
      throw refusal(code, { retryAfterSeconds: result.retryAfterSeconds });
    },
  };
}

export function contactRefusal(errors: readonly ContactError[]): GraphQLError {
  const fields = errors.map((error) => ({ ...error, message: fieldErrors[error.code] }));
  return refusal('CONTACT_INVALID', { fields });
}

/**
 * Applies the rules of the form to a message that GraphQL itself refuses, as with a field missing or not a string.
 * @returns the refusal by our rules; undefined if the document sends no message, or a valid one
 */
export function refusalOfInput(document: DocumentNode, variables: Variables): GraphQLError[] | undefined {
  const input = contactInput(document, variables);
  if (typeof input !== 'object' || input === null) return undefined;
  // A value that is not a string becomes `?`, which breaks the rule of its field.
  const texts = Object.entries(input).map(([name, value]) => [
    name,
    typeof (value ?? '') === 'string' ? value : '?',
  ]);
  const check = checkContact(Object.fromEntries(texts));
  return check.ok ? undefined : [contactRefusal(check.errors)];
}

/** Reads the first argument `input`, with the values of its variables; only `postContactForm` has one. */
function contactInput(document: DocumentNode, variables: Variables): unknown {
  let found: unknown;
  visit(document, {
    Argument({ name, value }) {
      if (name.value !== 'input') return undefined;
      found = valueFromASTUntyped(value, variables);
      return BREAK;
    },
  });
  return found;
}

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

/** Finds the code for a request that is refused before GraphQL reads it. */
export function codeOfStatus(status: number): RefusalCode {
  const codes = Object.keys(statusByCode) as RefusalCode[];
  const code = codes.find((each) => statusByCode[each] === status);
  return code ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST');
}

/** Makes a refusal. @param details further extensions: the wrong fields, or the seconds until the request may be sent again */
export function refusal(code: RefusalCode, details: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(apiErrors[code], { extensions: { code, ...details } });
}

/** Replaces the message of GraphQL's own error, which repeats the input and hints at names of the schema. */
export function withoutEcho(error: GraphQLError, code: RefusalCode): GraphQLError {
  return new GraphQLError(apiErrors[code], {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    extensions: { code },
  });
}

export function codeOf({ extensions }: GraphQLError): RefusalCode | undefined {
  const code = String(extensions['code']);
  return Object.hasOwn(statusByCode, code) ? (code as RefusalCode) : undefined;
}
