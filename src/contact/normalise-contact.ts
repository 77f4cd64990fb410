/** Names of the fields, in the order of the form; that of the errors too. */
export const contactFields = ['subject', 'email', 'fullname', 'phone', 'message'] as const;

export type ContactField = (typeof contactFields)[number];

/** A message as it is checked, sent and stored; `phone` is '' when none was given. */
export type ContactValues = Record<ContactField, string>;

const LINE_BREAK = /\r\n?|[\u2028\u2029]/g;
/** Controls but tab and line feed, and the characters that turn the direction of writing around (Unicode TR 9). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point.
const UNWANTED = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;
const NO_BREAK_SPACE = /[\u00a0\u202f]/g;
const OUTER_SPACES = /^ +| +$/g;

/**
 * Brings what was given into one form: Unicode NFC, `\n` line breaks, no outer spaces, no unwanted characters.
 * In one-line fields other than the name nothing but plain spaces is taken away, so that the rules see, and refuse, a
 * line break or a control even at the end.
 * @param raw anything; what is not a text counts as ''
 */
export function normaliseContact(raw: Record<string, unknown>): ContactValues {
  return {
    subject: oneLine(textOf(raw['subject'])),
    email: oneLine(textOf(raw['email'])),
    fullname: textOf(raw['fullname']).replace(/\s+/g, ' ').replace(UNWANTED, '').trim(),
    phone: oneLine(textOf(raw['phone'])),
    message: textOf(raw['message']).replace(LINE_BREAK, '\n').replace(UNWANTED, '').trim(),
  };
}

/** NFC, lone halves of surrogate pairs replaced: such a text can be stored and mailed. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().normalize('NFC') : '';
}

function oneLine(text: string): string {
  return text.replace(NO_BREAK_SPACE, ' ').replace(OUTER_SPACES, '');
}
