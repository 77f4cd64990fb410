import type { ContactError, ContactValues } from './rules.ts';

/** Holds the result of a post without JavaScript (FORM-7): the values, their errors, or the outcome. */
export interface ContactPageState {
  values: Partial<ContactValues>;
  errors: ContactError[];
  outcome?: 'sent' | 'failed';
  /** The day by which the studio answers a message that was sent. */
  answerBy?: string;
}

/** The state of the contact page on a plain GET. */
export const emptyContactPage: ContactPageState = { values: {}, errors: [] };
