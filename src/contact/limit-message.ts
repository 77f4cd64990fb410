import { countCharacters, dropLastCharacters } from './count-characters.ts';
import { contactLimits } from './rules.ts';

/**
 * The text and the caret once what was typed or pasted beyond the limit is taken away again: from before the caret,
 * where it went in (FORM-3). Null when the text fits.
 * @param caret position in the text, in code units
 */
export function withinLimit(text: string, caret: number): { text: string; caret: number } | null {
  const overflow = countCharacters(text) - contactLimits.messageMax;
  if (overflow <= 0) return null;
  const before = dropLastCharacters(text.slice(0, caret), overflow);
  const rest = text.slice(caret);
  const stillOver = countCharacters(before + rest) - contactLimits.messageMax;
  return { text: before + dropLastCharacters(rest, stillOver), caret: before.length };
}
