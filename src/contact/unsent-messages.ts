import * as v from 'valibot';
import { contactFields } from '../content/form-fields.ts';
import type { ContactValues } from './rules.ts';

const KEY = 'unsent-messages';

const messages = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object(v.entriesFromList(contactFields, v.optional(v.string(), '')))),
);

/** The messages of this tab that were not sent: the text of the form first, then those that failed. Storage may be forbidden. */
export const unsentMessages = {
  /** Returns none for a value of another shape, which an earlier release may have written. */
  read(): ContactValues[] {
    try {
      const stored = v.safeParse(messages, sessionStorage.getItem(KEY));
      return stored.success ? stored.output : [];
    } catch {
      return [];
    }
  },
  write(unsent: readonly ContactValues[]): void {
    try {
      if (unsent.length > 0) sessionStorage.setItem(KEY, JSON.stringify(unsent));
      else sessionStorage.removeItem(KEY);
    } catch {}
  },
};
