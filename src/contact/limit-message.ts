import { countCharacters, dropLastCharacters } from './count-characters.ts';
import { contactLimits } from './rules.ts';

/**
 * The text and the caret once what was typed or pasted beyond the limit is taken away again: from before the caret,
 * where it went in (FORM-3). Null when the text fits, or is no longer than it was: one that was too long already, as it was
 * typed before the script arrived, is shortened by the visitor.
 * @param caret position in the text, in code units
 * @param countBefore characters before the input
 */
export function withinLimit(
  text: string,
  caret: number,
  countBefore = 0,
): { text: string; caret: number } | null {
  const most = Math.max(contactLimits.messageMax, countBefore);
  const overflow = countCharacters(text) - most;
  if (overflow <= 0) return null;
  const before = dropLastCharacters(text.slice(0, caret), overflow);
  const rest = text.slice(caret);
  const stillOver = countCharacters(before + rest) - most;
  return { text: before + dropLastCharacters(rest, stillOver), caret: before.length };
}
