import { type GraphQLError, Kind, valueFromASTUntyped } from 'graphql';
import { contactErrorText } from '../contact/error-text.ts';
import { type ContactError, checkContact, contactFields } from '../contact/rules.ts';
import { refusal } from './errors.server.ts';

/** The refusal of a message: each wrong field with its code and its words (FORM-8). */
export function contactRefusal(errors: readonly ContactError[]): GraphQLError {
  const fields = errors.map((error) => ({ ...error, message: contactErrorText(error.code) }));
  return refusal('CONTACT_INVALID', { fields });
}

/** Where GraphQL says which field of the input it is. */
const wrongField = new RegExp(`(?:^Variable "\\$|; Field "|at "\\w+\\.)(?:${contactFields.join('|')})\\b`);

/**
 * GraphQL by itself refuses a message in which a field is missing or is no text, before our rules see it.
 * @returns the refusal by our rules in its place; undefined where the errors are about something else
 */
export function refusalByOurRules(
  errors: readonly GraphQLError[],
  variables: Record<string, unknown>,
): GraphQLError | undefined {
  if (!errors.some(({ message }) => wrongField.test(message))) return undefined;
  // The input whole, or each field of it by its name.
  const input = Object.values(variables).find((value) => typeof value === 'object' && value !== null);
  if (!input && !contactFields.some((field) => field in variables)) return undefined;
  const check = checkContact({ ...variables, ...input });
  return check.ok ? undefined : contactRefusal(check.errors);
}

const missingField = /^Field "ContactFormInput\.\w+" of required type /;

/**
 * The same for an input that stands in the document itself: with a field left out the document is not valid, and never runs.
 * @returns undefined where the document is wrong in another way too
 */
export function refusalOfDocument(
  errors: readonly GraphQLError[],
  variables: Record<string, unknown>,
): GraphQLError | undefined {
  const input = errors[0]?.nodes?.[0];
  if (input?.kind !== Kind.OBJECT || !errors.every(({ message }) => missingField.test(message)))
    return undefined;
  const check = checkContact(valueFromASTUntyped(input, variables) as Record<string, unknown>);
  return check.ok ? undefined : contactRefusal(check.errors);
}
