/** Direction marks (Unicode TR 9) and zero-width characters, for a character class. The emoji joiner is not among them. */
export const UNSEEN_MARKS = '\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff';

/** A combining mark without a letter shows nothing that can be read; U+2800 is the pattern of braille without a dot. */
const VISIBLE = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Tells whether a text has a visible character. */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}
