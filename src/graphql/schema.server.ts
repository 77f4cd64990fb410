import { readFileSync } from 'node:fs';
import {
  BREAK,
  buildSchema,
  type DocumentNode,
  type GraphQLError,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type { ContactSource, ReceiveMessage } from '../contact/receive.server.ts';
import { type ContactError, checkContact } from '../contact/rules.ts';
import { fieldErrors } from '../content/specified-form-texts.ts';
import type { CurrentProfile } from '../profile/profile.server.ts';
import { ADMINISTRATOR_ID } from '../profile/profile.ts';
import { refusal } from './errors.server.ts';

export interface GraphQLDependencies {
  profile: Pick<CurrentProfile, 'get'>;
  receive: ReceiveMessage;
}

export const schema = buildSchema(readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8'));

/** Creates the resolvers of the API's two fields: graphql-js calls them as methods of the root value. */
export function createResolvers({ profile, receive }: GraphQLDependencies) {
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

/** Makes the refusal of a message: each wrong field with its code and its words (FORM-8). */
export function contactRefusal(errors: readonly ContactError[]): GraphQLError {
  const fields = errors.map((error) => ({ ...error, message: fieldErrors[error.code] }));
  return refusal('CONTACT_INVALID', { fields });
}

/**
 * Checks the message of a request that GraphQL refuses for a missing field or one that is not a string.
 * @returns the refusal by our rules; undefined if the document sends no message, or a valid one
 */
export function refusalOfInput(
  document: DocumentNode,
  variables: Record<string, unknown>,
): GraphQLError[] | undefined {
  const input = contactInput(document, variables);
  if (typeof input !== 'object' || input === null) return undefined;
  // A value that is not a string breaks the rule of its field.
  const texts = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === 'string' || value === null || value === undefined ? value : '?',
  ]);
  const check = checkContact(Object.fromEntries(texts));
  return check.ok ? undefined : [contactRefusal(check.errors)];
}

/** Reads the input of the first `postContactForm`, its variables replaced by their values. */
function contactInput(document: DocumentNode, variables: Record<string, unknown>): unknown {
  let found: unknown;
  visit(document, {
    Field({ name, arguments: given = [] }) {
      if (name.value !== 'postContactForm') return undefined;
      const input = given.find((argument) => argument.name.value === 'input');
      found = input && valueFromASTUntyped(input.value, variables);
      return BREAK;
    },
  });
  return found;
}
