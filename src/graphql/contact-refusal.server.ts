import {
  BREAK,
  type DocumentNode,
  type GraphQLError,
  Kind,
  type ObjectValueNode,
  parse,
  valueFromASTUntyped,
  visit,
} from 'graphql';
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
  return refusalOf({ ...variables, ...input });
}

/** What GraphQL says of a field of an input in the document that is missing, null or no text. */
const wrongInDocument =
  /^(?:Field "ContactFormInput\.\w+" of required type |Expected value of type "String!", found null|String cannot represent )/;

/**
 * The same for an input that stands in the document itself: the document is not valid then, and never runs.
 * @returns undefined where the document is wrong in another way too
 */
export function refusalOfDocument(
  errors: readonly GraphQLError[],
  variables: Record<string, unknown>,
): GraphQLError | undefined {
  const [first] = errors;
  const start = first?.nodes?.[0]?.loc?.start;
  if (!first?.source || start === undefined || !errors.every(({ message }) => wrongInDocument.test(message)))
    return undefined;
  const input = inputAt(parse(first.source), start);
  if (!input) return undefined;
  // A word without quotes would count as a text.
  const given = input.fields.map(({ name, value }) => [
    name.value,
    value.kind === Kind.ENUM ? 0 : valueFromASTUntyped(value, variables),
  ]);
  return refusalOf(Object.fromEntries(given));
}

/** The outermost object that begins here, or one of whose fields has its value here. */
function inputAt(document: DocumentNode, start: number): ObjectValueNode | undefined {
  let found: ObjectValueNode | undefined;
  visit(document, {
    ObjectValue(object) {
      const values = [object, ...object.fields.map(({ value }) => value)];
      if (!values.some(({ loc }) => loc?.start === start)) return undefined;
      found = object;
      return BREAK;
    },
  });
  return found;
}

/** Our rules take a phone that is no text for none; GraphQL does not. */
function refusalOf(given: Record<string, unknown>): GraphQLError | undefined {
  const { phone = null } = given;
  const isTextOrNone = phone === null || typeof phone === 'string';
  const check = checkContact(isTextOrNone ? given : { ...given, phone: '?' });
  return check.ok ? undefined : contactRefusal(check.errors);
}
