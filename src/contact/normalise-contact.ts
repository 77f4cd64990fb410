import { withAsciiDomain } from '../ascii-domain.ts';
import { type ContactField, contactFields } from '../words/form-fields.ts';

/** A message as it is checked, sent and stored; `phone` is '' when none was given. */
export type ContactValues = Record<ContactField, string>;

/** Stands for what a decoder could not read; people never type it, so the rules refuse it. */
export const UNREADABLE = '\ufffd';

/** Matches every mandatory line break of Unicode (UAX 14); PowerPoint writes `\v`, and page breaks are `\f`. */
const LINE_BREAK = /\r\n?|[\n\v\f\x85\u2028\u2029]/g;
/** Matches control characters except tab and line feed. */
const CONTROL = /[^\P{Cc}\t\n]/gu;
/**
 * Matches invisible characters: direction marks, zero-width blanks, soft hyphens. Its group matches those to keep, because they
 * change an emoji or a letter without case: joiners, variant selectors, flag tags. It is a group because browsers of 2022 refuse
 * a lookbehind.
 */
const UNSEEN =
  /\p{Default_Ignorable_Code_Point}|(\p{Extended_Pictographic}[\p{Emoji_Modifier}\p{Variation_Selector}\u{e0020}-\u{e007f}]{0,8}(?:\u200d(?=\p{Extended_Pictographic}))?|\p{Lo}[\p{M}\u200c\u200d]{1,8})/gu;
/** Characters that look like a hyphen, as in a number pasted from a page, or like a blank (U+2800, braille without a dot). */
const HYPHEN = /[\p{Pd}\u02d7\u2043\u2212]/gu;
const BLANK = /[\p{Zs}\u2800]/gu;
/**
 * Matches more combining marks on one letter than any language has (UAX 15, stream-safe text: 30). Normalising takes quadratic
 * time for them, so 60 kB of marks would block the server for seconds.
 */
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu;

/**
 * Normalises a message: Unicode NFC, `\n` line breaks, no outer blanks, no invisible characters. In one-line fields, look-alikes
 * of hyphens and blanks are replaced too; a line break or control stays there, and the rules refuse it.
 * @param raw any values; one that is not a string counts as ''
 */
export function normaliseContact(raw: Record<string, unknown>): ContactValues {
  const entries = contactFields.map((field) => [field, normalisers[field](textOf(raw[field]))]);
  return Object.fromEntries(entries) as ContactValues;
}

const normalisers: Readonly<Record<ContactField, (text: string) => string>> = {
  subject: oneLine,
  email: (text) => withAsciiDomain(bareAddress(oneLine(text))),
  fullname: (text) => oneLine(text.replace(LINE_BREAK, ' ').replace(CONTROL, '')).replace(/[ \t]+/g, ' '),
  phone: oneLine,
  message: (text) => withoutUnseen(text.replace(LINE_BREAK, '\n').replace(CONTROL, '')).trim(),
};

/** Returns the text in NFC. Half an emoji becomes `UNREADABLE` first, because two halves could join in the cleaned text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? inNfc(value.replace(/\p{Cs}/gu, UNREADABLE)) : '';
}

function oneLine(text: string): string {
  return trimmed(withoutUnseen(text).replace(HYPHEN, '-').replace(BLANK, ' '));
}

/** Extracts an address from what people copy with it: `Zoé <mailto:zoe@exemple.fr>,`. */
function bareAddress(text: string): string {
  const outer = trimmed(text, OPENING, CLOSING);
  const [, inner = outer] = /^[^<>]*<([^<>]*)>$/.exec(outer) ?? [];
  return trimmed(trimmed(inner, OPENING).replace(/^mailto:/i, ''), OPENING, CLOSING);
}

const OPENING = /[ "'`«‹“”„‘’([]/;
const CLOSING = /[ "'`»›“”’)\].,;:!?…]/;

/** Removes invisible characters, then normalises again, because the neighbours of a removed one may combine. */
function withoutUnseen(text: string): string {
  return inNfc(text.replace(UNSEEN, '$1'));
}

function inNfc(text: string): string {
  return text.replace(MARKS_BEYOND, '$1').normalize('NFC');
}

/** Removes matching characters at both ends. A regular expression would take quadratic time on a thousand inner blanks. */
function trimmed(text: string, opening = /[ \t]/, closing = opening): string {
  let from = 0;
  let to = text.length;
  while (opening.test(text.charAt(from))) from += 1;
  while (to > from && closing.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
