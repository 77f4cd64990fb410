import { type ContactField, contactFields } from '../words/form-fields.ts';
import { contactSubjects, type fieldErrors } from '../words/specified.ts';
import { type ContactValues, normaliseContact, UNREADABLE } from './normalise-contact.ts';

export type { ContactValues } from './normalise-contact.ts';

/** Section 5 of the specification, and FORM-8. Lengths count UTF-16 units, as the native `maxLength` of the form does. */
export const contactLimits = {
  fullnameMin: 2,
  fullnameMax: 120,
  messageMin: 10,
  messageMax: 2000,
  /** RFC 5321, 4.5.3.1.3, less the angle brackets. */
  emailMax: 254,
} as const;

export type ContactErrorCode = keyof typeof fieldErrors;

/** A field and the rule that it breaks. */
export interface ContactError {
  field: ContactField;
  code: ContactErrorCode;
}

/** The checked values and their errors. */
export type ContactCheck =
  | { ok: true; values: ContactValues }
  | { ok: false; errors: ContactError[]; values: ContactValues };

/**
 * The pattern of `<input type=email>` (WHATWG HTML), with a dot required in the domain. The local part is a dot-atom (RFC 5322,
 * 3.2.3: other text needs quotes) of at most 64 characters (RFC 5321, 4.5.3.1.1). It holds no encoded word (RFC 2047): mail
 * programs would show and answer another address.
 */
const EMAIL =
  /^(?=[^@]{1,64}@)(?!.*=\?)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** @param text normalised */
export function isEmailAddress(text: string): boolean {
  return text.length <= emailMax && EMAIL.test(text);
}

const PHONE = /^\+?[0-9 ().-]{7,20}$/;

/** A combining mark without a letter shows nothing that can be read; U+2800 is the pattern of braille without a dot. */
const VISIBLE = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}

const isReadable = (text: string) => !text.includes(UNREADABLE);

const { emailMax, fullnameMin, fullnameMax, messageMin, messageMax } = contactLimits;

type Rule = readonly [keeps: (text: string) => boolean, code: ContactErrorCode];

/** Of the rules that a field breaks, the first one counts. */
const rules: Readonly<Record<ContactField, readonly Rule[]>> = {
  subject: [[(text) => contactSubjects.some((subject) => subject === text), 'subject-required']],
  email: [[isEmailAddress, 'email-required']],
  fullname: [
    [isReadable, 'fullname-unreadable'],
    [({ length }) => length >= fullnameMin && length <= fullnameMax, 'fullname-required'],
    [hasVisibleText, 'fullname-required'],
  ],
  phone: [[(text) => text === '' || PHONE.test(text), 'phone-invalid']],
  message: [
    [isReadable, 'message-unreadable'],
    [hasVisibleText, 'message-required'],
    [({ length }) => length >= messageMin, 'message-too-short'],
    [({ length }) => length <= messageMax, 'message-too-long'],
  ],
};

/**
 * Normalises a message and checks it by section 5 of the specification.
 * @param raw the fields by name; a missing one counts as ''
 * @returns the normalised values, and at most one error per field, in the order of the form
 */
export function checkContact(raw: Record<string, unknown>): ContactCheck {
  const values = normaliseContact(raw);
  const errors = contactFields.flatMap((field) => {
    const broken = rules[field].find(([keeps]) => !keeps(values[field]));
    return broken ? [{ field, code: broken[1] }] : [];
  });
  return errors.length === 0 ? { ok: true, values } : { ok: false, errors, values };
}
