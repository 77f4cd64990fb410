import type { ContactError, ContactValues } from './rules.ts';

/** What the page without JavaScript shows after a post (FORM-7): the values kept, what is wrong, or how it ended. */
export interface ContactPageState {
  values: Partial<ContactValues>;
  errors: ContactError[];
  outcome?: 'sent' | 'failed';
}

/** The page that follows no post. */
export const emptyContactPage: ContactPageState = { values: {}, errors: [] };
