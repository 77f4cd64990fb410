import { createContext, useContext, useSyncExternalStore } from 'react';
import { contactFields } from '../words/form-fields.ts';
import type { outcomeTexts } from '../words/specified.ts';
import { type ContactPageState, isUntouched } from './first-state.ts';
import { postContactForm } from './mutation.ts';
import type { ContactValues } from './rules.ts';
import { answerDay } from './working-day.ts';

export type Outcome = keyof typeof outcomeTexts;

/** Facts for the note after sending: the address and day of the studio's answer (FORM-10), and the sent text (FORM-13). */
export interface Receipt {
  email?: string;
  message?: string;
  answerBy?: string | undefined;
}

export interface SendingState {
  busy: boolean;
  /** Outcome of the last attempt; undefined before one has ended, and after it was cleared. */
  outcome: Outcome | undefined;
  /** Whether the outcome came with the page, as the answer to a post without JavaScript. */
  fromPage: boolean;
  /** Describes the message that was sent; after a post without JavaScript only the day is known. */
  receipt: Receipt;
  notice: Outcome | undefined;
  /** Messages that failed and can be restored (FORM-6), newest first. */
  failed: readonly ContactValues[];
  /** Text of the form when the visitor left its page; it is restored when they come back. */
  draft: ContactValues | null;
  /** Whether an attempt was made since the document was loaded. */
  tried: boolean;
}

/** Sends messages; an attempt goes on even if the visitor leaves the page of the form. */
export type Sending = ReturnType<typeof createSending>;

export const SendingContext = createContext<Sending | undefined>(undefined);

export function useSending() {
  const sending = useContext(SendingContext);
  if (!sending) throw new Error('Rendered outside of the site');
  return { sending, state: useSyncExternalStore(sending.subscribe, sending.get, sending.get) };
}

/**
 * Creates the sending.
 * @param apiUrl address of the API
 * @param page the result of a post without JavaScript, if the document came with one
 */
export function createSending(
  apiUrl: string,
  { outcome, answerBy }: Pick<ContactPageState, 'outcome' | 'answerBy'> = {},
) {
  const [draft = null, ...older] = unsentMessages.read();
  let state: SendingState = {
    busy: false,
    outcome,
    fromPage: outcome !== undefined,
    receipt: { answerBy },
    notice: undefined,
    failed: [],
    draft,
    tried: false,
  };
  const listeners = new Set<() => void>();
  /** Returns all restorable messages. Those of older documents are added after hydration, as the server's HTML lacks them. */
  const allFailed = () => [...state.failed, ...older.splice(0)];

  function change(changes: Partial<SendingState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  /** Stores the text of the form for the next document. While a message is being sent, its text is stored already. */
  function store(typed: ContactValues): void {
    if (state.busy) return;
    unsentMessages.write(isUntouched(typed) ? state.failed : [typed, ...state.failed]);
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Sends a message. @param typed the fields as they were typed @param values the fields as they are sent */
    async send(typed: ContactValues, values: ContactValues) {
      change({ busy: true, notice: undefined, outcome: undefined, fromPage: false, tried: true });
      unsentMessages.write([typed, ...state.failed]);
      let result: Outcome = 'failed';
      let receipt: Receipt = { email: typed.email.trim(), message: values.message };
      try {
        // `fetch` refuses relative addresses in a page opened by a link with a password.
        const answered = await postContactForm(fetch, new URL(apiUrl, location.origin).href, values);
        result = 'sent';
        receipt = { ...receipt, answerBy: answerDay(answered || Date.now()) };
      } catch (error) {
        // biome-ignore lint/suspicious/noConsole: asked for by the specification, section 8.
        console.error(error);
      } finally {
        const failed = result === 'sent' ? state.failed : [typed, ...state.failed];
        unsentMessages.write(failed);
        change({ busy: false, outcome: result, notice: result, failed, receipt });
      }
    },
    closeNotice: () => change({ notice: undefined }),
    /** Notes that the draft is in the form again. */
    adopted() {
      const failed = allFailed();
      change({ failed, outcome: state.outcome ?? outcomeOf(failed) });
    },
    /** Treats the draft as a failed message, because the form already holds another text. */
    setAside: (draft: ContactValues) =>
      change({ failed: [draft, ...allFailed()], draft: null, outcome: 'failed' }),
    /** Removes the newest failed message and returns it. If the form holds a message, it becomes the oldest failed one. */
    restore(typed: ContactValues) {
      const [newest, ...others] = state.failed;
      const failed = typed.message.trim() ? [...others, typed] : others;
      change({ failed, outcome: outcomeOf(failed) });
      return newest;
    },
    /** Makes the form's text the draft; clears the outcome unless a failed message can be restored. */
    leave(typed: ContactValues) {
      if (state.busy) return change({ draft: null });
      store(typed);
      change({ draft: isUntouched(typed) ? null : typed, outcome: outcomeOf(state.failed) });
    },
    store,
  };
}

/** Returns the outcome to show once the visitor has seen the last one. */
const outcomeOf = (failed: SendingState['failed']) => (failed.length > 0 ? 'failed' : undefined);

const UNSENT_KEY = 'unsent-messages';

const noText = Object.fromEntries(contactFields.map((name) => [name, ''])) as ContactValues;

/** Unsent messages of this tab: the form's text first, then failed ones. A browser that forbids storage keeps none. */
const unsentMessages = {
  /** Returns none if the value has another shape, which an earlier release may have written. */
  read(): ContactValues[] {
    try {
      const stored: Partial<ContactValues>[] = JSON.parse(sessionStorage.getItem(UNSENT_KEY) ?? '[]');
      if (stored.flatMap(Object.values).some((text) => typeof text !== 'string')) return [];
      const whole = stored.map((values) => ({ ...noText, ...values }));
      return whole.filter((values) => !isUntouched(values));
    } catch {
      return [];
    }
  },
  write(unsent: readonly ContactValues[]): void {
    try {
      if (unsent.length > 0) sessionStorage.setItem(UNSENT_KEY, JSON.stringify(unsent));
      else sessionStorage.removeItem(UNSENT_KEY);
    } catch {}
  },
};
