/** Marks of the direction of writing (Unicode TR 9), characters without a width, for the class of a pattern. No emoji joiner. */
export const UNSEEN_MARKS = '\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff';

/** A combining mark without a letter shows nothing that can be read; U+2800 is the pattern of braille without a dot. */
const SEEN = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Tells whether a reader sees anything of a text. */
export function isSeen(text: string): boolean {
  return SEEN.test(text);
}
