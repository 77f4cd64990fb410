import * as v from 'valibot';
import { type ContactField, contactFields } from '../words/form-fields.ts';
import { contactSubjects, type fieldErrors } from '../words/specified.ts';
import { type ContactValues, normaliseContact, UNREADABLE } from './normalise-contact.ts';

export type { ContactValues } from './normalise-contact.ts';

/** Limits of section 5 of the specification, and of FORM-8, in UTF-16 units as the browser's `maxLength` counts. */
export const contactLimits = {
  fullnameMin: 2,
  fullnameMax: 120,
  messageMin: 10,
  messageMax: 2000,
  /** RFC 5321, 4.5.3.1.3, allows 256 with the angle brackets. */
  emailMax: 254,
} as const;

export type ContactErrorCode = keyof typeof fieldErrors;

/** A field and the rule that it breaks. */
export interface ContactError {
  field: ContactField;
  code: ContactErrorCode;
}

/** The normalised values, and the errors if there are any. */
export type ContactCheck =
  | { ok: true; values: ContactValues }
  | { ok: false; errors: ContactError[]; values: ContactValues };

/**
 * The pattern of `<input type=email>` (WHATWG HTML), but the domain needs a dot. The local part is an unquoted dot-atom (RFC
 * 5322, 3.2.3) of at most 64 characters (RFC 5321, 4.5.3.1.1). It holds no encoded word (RFC 2047), which mail programs would
 * show as another address.
 */
const EMAIL =
  /^(?=[^@]{1,64}@)(?!.*=\?)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** Tells whether a text is an e-mail address. @param text in normalised form */
export function isEmailAddress(text: string): boolean {
  return text.length <= emailMax && EMAIL.test(text);
}

const PHONE = /^\+?[0-9 ().-]{7,20}$/;

/** Matches a readable character; combining marks alone show nothing, and U+2800 is braille without a dot. */
const VISIBLE = /[^\s\p{M}\u2800]/u;

function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

/** Makes a rule from a test and the error code of a text that fails it. */
function rule(keeps: (text: string) => boolean, code: ContactErrorCode) {
  return v.check<string, ContactErrorCode>(keeps, code);
}

const isReadable = (text: string) => !text.includes(UNREADABLE);

const { emailMax, fullnameMin, fullnameMax, messageMin, messageMax } = contactLimits;

const fields = {
  subject: v.pipe(
    v.string(),
    rule((text) => contactSubjects.some((subject) => subject === text), 'subject-required'),
  ),
  email: v.pipe(v.string(), rule(isEmailAddress, 'email-required')),
  fullname: v.pipe(
    v.string(),
    rule(isReadable, 'fullname-unreadable'),
    rule(({ length }) => length >= fullnameMin && length <= fullnameMax, 'fullname-required'),
    rule(hasVisibleText, 'fullname-required'),
  ),
  phone: v.pipe(
    v.string(),
    rule((text) => text === '' || PHONE.test(text), 'phone-invalid'),
  ),
  message: v.pipe(
    v.string(),
    rule(isReadable, 'message-unreadable'),
    rule(hasVisibleText, 'message-required'),
    rule((text) => text.length >= messageMin, 'message-too-short'),
    rule((text) => text.length <= messageMax, 'message-too-long'),
  ),
} satisfies Record<ContactField, v.GenericSchema<string>>;

/**
 * Normalises a message and checks it by section 5 of the specification.
 * @param raw the fields by name; a missing one counts as ''
 * @returns the normalised values, and at most one error per field, in the order of the form
 */
export function checkContact(raw: Record<string, unknown>): ContactCheck {
  const values = normaliseContact(raw);
  const errors = contactFields.flatMap((field) => {
    const [issue] = v.safeParse(fields[field], values[field]).issues ?? [];
    return issue ? [{ field, code: issue.message as ContactErrorCode }] : [];
  });
  return errors.length === 0 ? { ok: true, values } : { ok: false, errors, values };
}
