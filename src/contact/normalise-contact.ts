import { withAsciiDomain } from '../config/ascii-domain.ts';
import { UNSEEN_MARKS } from '../config/unseen-characters.ts';
import { type ContactField, contactFields } from '../content/form-fields.ts';

/** A message as it is checked, sent and stored; `phone` is '' when none was given. */
export type ContactValues = Record<ContactField, string>;

const LINE_BREAK = /\r\n?|[\u2028\u2029]/g;
/** Unseen marks, and controls but tab and line feed. */
const UNWANTED = new RegExp(`[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f${UNSEEN_MARKS}]`, 'g');
/**
 * More marks on one letter than any language writes (UAX 15, stream-safe text: 30). Normalising sorts them in quadratic
 * time: sixty kilobytes of them would hold up everybody for seconds.
 */
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu;
const NO_BREAK_SPACE = /[\u00a0\u202f]/g;
/** Hyphens, dashes and spaces of typography, as a number pasted from a page has them. */
const DASH = /[\u00ad\u2010-\u2015\u2212]/g;
const SPACE = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
/** Invisible characters that come along with a pasted address or number. */
const UNSEEN = new RegExp(`[ \\t${UNSEEN_MARKS}]`);

/**
 * Brings what was given into one form: Unicode NFC, `\n` line breaks, no outer spaces, no unwanted characters. In one-line
 * fields except the name, invisible characters are removed at both ends only, so that the rules still see and refuse a line
 * break, a control or a direction mark.
 * @param raw anything; what is not a text counts as ''
 */
export function normaliseContact(raw: Record<string, unknown>): ContactValues {
  const entries = contactFields.map((field) => [field, forms[field](textOf(raw[field]))]);
  return Object.fromEntries(entries) as ContactValues;
}

/** How the text of each field is brought into its form. */
const forms: Readonly<Record<ContactField, (text: string) => string>> = {
  subject: oneLine,
  email: (text) => withAsciiDomain(oneLine(text)),
  fullname: (text) => cleaned(text.replace(/\s/g, ' ')).replace(/ +/g, ' '),
  phone: (text) => oneLine(text.replace(DASH, '-').replace(SPACE, ' ')),
  message: (text) => cleaned(text.replace(LINE_BREAK, '\n')),
};

/**
 * In NFC, with lone surrogates replaced: such a text can be stored and mailed. Browsers of 2023 leave lone surrogates to
 * the server (`toWellFormed` is of ES2024).
 */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text: string & { toWellFormed?: () => string } = value;
  return inNfc(text.toWellFormed?.() ?? value);
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

/** By hand: a pattern for the end would be tried again at each of a thousand spaces inside. */
function withoutOuterUnseen(text: string): string {
  let from = 0;
  let to = text.length;
  while (UNSEEN.test(text.charAt(from))) from += 1;
  while (UNSEEN.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
