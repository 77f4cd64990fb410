import { countCharacters } from './count-characters.ts';
import { withinLimit } from './limit-message.ts';
import { contactLimits } from './rules.ts';

/** What goes in where the selection is: a correction of the browser's, also with a text of its own, replaces a word elsewhere. */
const AT_SELECTION = ['insertText', 'insertLineBreak', 'insertFromPaste', 'insertFromDrop'];

/**
 * Puts in what fits of a text that is about to be typed, pasted or dropped, in the browser's place: set by the program
 * afterwards, the value would lose what undoing needs, and Ctrl+Z would bring back less than was there (FORM-3).
 * @returns whether something was left out; false too when the browser does not say what it is about to insert, or where
 */
export function insertWithinLimit(event: InputEvent, textarea: HTMLTextAreaElement): boolean {
  const inserted = event.inputType === 'insertLineBreak' ? '\n' : event.data;
  if (!inserted || !event.cancelable || event.isComposing) return false;
  if (!AT_SELECTION.includes(event.inputType)) return false;
  const { value, selectionStart, selectionEnd } = textarea;
  const before = value.slice(0, selectionStart) + inserted.replace(/\r\n?/g, '\n');
  const after = before + value.slice(selectionEnd);
  // A character has one code unit or more: nearly every key ends here.
  if (after.length <= contactLimits.messageMax) return false;
  const kept = withinLimit(after, before.length, countCharacters(value));
  if (!kept || kept.caret < selectionStart) return false;
  event.preventDefault();
  const fitting = kept.text.slice(selectionStart, kept.caret);
  // Deprecated, and the only way to change a field so that the visitor can undo it.
  if (fitting) document.execCommand('insertText', false, fitting);
  else if (selectionEnd > selectionStart) document.execCommand('delete');
  return true;
}
