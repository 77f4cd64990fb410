import { fieldErrors } from '../content/specified-form-texts.ts';
import type { ContactErrorCode } from './rules.ts';

/** Every code has its words: a missing one does not compile. */
const texts: Readonly<Record<ContactErrorCode, string>> = fieldErrors;

/** The French words for a broken rule (specification, section 5). */
export function contactErrorText(code: ContactErrorCode): string {
  return texts[code];
}
