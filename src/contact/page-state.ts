import type { ContactError, ContactValues } from './rules.ts';

/** What the page without JavaScript shows after a post (FORM-7): the values kept, what is wrong, or how it ended. */
export interface ContactPageState {
  values: Partial<ContactValues>;
  errors: ContactError[];
  outcome?: 'sent' | 'failed';
  /** Signed time of issue of the form, sent back by it. */
  issued?: string;
}

/** Stands for the time of issue in documents that are rendered ahead; replaced as they are served. */
export const ISSUED_PLACEHOLDER = 'time-of-issue';

/** The page that follows no post. */
export const emptyContactPage: ContactPageState = { values: {}, errors: [], issued: ISSUED_PLACEHOLDER };
