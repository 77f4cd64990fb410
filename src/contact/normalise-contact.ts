import { UNSEEN_MARKS, withAsciiDomain } from '../mail/mail-text.ts';
import { type ContactField, contactFields } from '../words/form-fields.ts';

/** A message as it is checked, sent and stored; `phone` is '' when none was given. */
export type ContactValues = Record<ContactField, string>;

/** Stands for what a decoder could not read. People never type it, so the rules refuse it. */
export const UNREADABLE = '\ufffd';

/** Every mandatory line break of Unicode (UAX 14): `\v` is that of PowerPoint, `\f` that of a page. */
const LINE_BREAK = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;
/** Unseen marks, and controls other than tab and line feed. */
const UNWANTED = new RegExp(`[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f${UNSEEN_MARKS}]`, 'g');
/**
 * Matches more combining marks on one letter than any language has (UAX 15, stream-safe text: 30). Normalising sorts them in
 * quadratic time: 60 kB of them would block the server for seconds.
 */
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu;
const NO_BREAK_SPACE = /[\u00a0\u202f]/g;
/** Typographic hyphens and dashes, as in a number pasted from a page. */
const DASH = /[\u00ad\u2010-\u2015\u2212]/g;
const SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
/** Invisible characters at the ends of a pasted address or number. */
const UNSEEN = new RegExp(`[ \\t${UNSEEN_MARKS}]`);

/**
 * Normalises a message: Unicode NFC, `\n` line breaks, no outer spaces, no unwanted characters. One-line fields other than the
 * name lose invisible characters at both ends only. The rules then still refuse a line break, a control or a direction mark
 * inside.
 * @param raw any values; one that is not a string counts as ''
 */
export function normaliseContact(raw: Record<string, unknown>): ContactValues {
  const entries = contactFields.map((field) => [field, forms[field](textOf(raw[field]))]);
  return Object.fromEntries(entries) as ContactValues;
}

const forms: Readonly<Record<ContactField, (text: string) => string>> = {
  subject: oneLine,
  email: (text) => withAsciiDomain(oneLine(text)),
  fullname: (text) => cleaned(text.replace(LINE_BREAK, ' ').replace(/\s/g, ' ')).replace(/ +/g, ' '),
  phone: (text) => oneLine(text.replace(DASH, '-').replace(SPACE, ' ')),
  message: (text) => cleaned(text.replace(LINE_BREAK, '\n')),
};

/** Returns the text in NFC. Half an emoji becomes `UNREADABLE` first: two halves with an unwanted character between would join. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? inNfc(value.replace(/\p{Cs}/gu, UNREADABLE)) : '';
}

/** Removing a character may let its neighbours combine, so NFC comes last. */
function cleaned(text: string): string {
  return inNfc(text.replace(UNWANTED, '').trim());
}

function inNfc(text: string): string {
  return text.replace(MARKS_BEYOND, '$1').normalize('NFC');
}

function oneLine(text: string): string {
  return withoutOuterUnseen(text.replace(NO_BREAK_SPACE, ' '));
}

/** A regular expression for the end would retry at each of a thousand inner spaces. */
function withoutOuterUnseen(text: string): string {
  let from = 0;
  let to = text.length;
  while (UNSEEN.test(text.charAt(from))) from += 1;
  while (UNSEEN.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
