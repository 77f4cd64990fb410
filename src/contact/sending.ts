import { createContext, useContext, useSyncExternalStore } from 'react';
import type { outcomeTexts } from '../content/specified-form-texts.ts';
import { postContactForm } from './mutation.ts';
import type { ContactValues } from './rules.ts';

/** Outcome of an attempt to send a message. */
export type Outcome = keyof typeof outcomeTexts;

/** The state of the sending, for the form and the notice. */
export interface SendingState {
  /** A message is on its way. */
  busy: boolean;
  /** Outcome of the last attempt; undefined before one has ended, and once cleared. */
  outcome: Outcome | undefined;
  /** Whether the outcome came with the page, after a post without JavaScript. */
  fromPage: boolean;
  /** The outcome that a notice tells. */
  notice: Outcome | undefined;
  /** Messages that could not be sent and can be restored (FORM-6), newest first. */
  kept: readonly ContactValues[];
  /** Text of the form when the visitor left its page, restored when they come back. */
  draft: ContactValues | null;
  /** Whether a message was sent, or tried, since the document was loaded. */
  tried: boolean;
}

/** Sends messages, and goes on when the visitor leaves the page with the form. */
export type Sending = ReturnType<typeof createSending>;

/** Provides the sending to the form and the notice, on every page. */
export const SendingContext = createContext<Sending | null>(null);

/** Gives the sending and its present state. @throws Error outside of a SendingContext */
export function useSending() {
  const sending = useContext(SendingContext);
  if (!sending) throw new Error('The form needs a SendingContext above it');
  return { sending, state: useSyncExternalStore(sending.subscribe, sending.get, sending.get) };
}

/**
 * Creates the sending of one visitor.
 * @param apiUrl address of the API
 * @param outcome of a post without JavaScript, if the document came with one
 */
export function createSending(apiUrl: string, outcome?: Outcome) {
  const [draft = null, ...older] = unsent.read();
  let state: SendingState = {
    busy: false,
    outcome,
    fromPage: outcome !== undefined,
    notice: undefined,
    kept: [],
    draft,
    tried: false,
  };
  const listeners = new Set<() => void>();
  /** Gives all messages that can be restored. Those of an earlier document come after hydration, which knows none of them. */
  const allKept = () => [...state.kept, ...older.splice(0)];

  function change(changes: Partial<SendingState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  /** Keeps the typed text for a document that is loaded anew. A message on its way was kept when it was sent. */
  function store(typed: ContactValues): void {
    if (state.busy) return;
    // An offer may have chosen the subject.
    const isEmpty = Object.entries(typed).every(([name, text]) => name === 'subject' || text.trim() === '');
    unsent.write(isEmpty ? state.kept : [typed, ...state.kept]);
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Sends and notes the outcome. @param typed the fields as they were typed, @param values as they are sent */
    async send(typed: ContactValues, values: ContactValues) {
      change({ busy: true, notice: undefined, outcome: undefined, fromPage: false, tried: true });
      unsent.write([typed, ...state.kept]);
      const result = await attempt(apiUrl, values);
      const kept = result === 'sent' ? state.kept : [typed, ...state.kept];
      unsent.write(kept);
      change({ busy: false, outcome: result, notice: result, kept });
    },
    closeNotice: () => change({ notice: undefined }),
    /** Tells that the draft is in the form again. */
    adopted() {
      const kept = allKept();
      change({ kept, outcome: state.outcome ?? outcomeLeft(kept) });
    },
    /** Keeps the draft for later, because the form already holds another message. */
    keep: (draft: ContactValues) => change({ kept: [draft, ...allKept()], draft: null, outcome: 'failed' }),
    /** Removes the newest message that was not sent and returns it. Keeps `typed` behind the others if it has a message. */
    takeBack(typed: ContactValues) {
      const [taken, ...others] = state.kept;
      const kept = typed.message.trim() ? [...others, typed] : others;
      change({ kept, outcome: outcomeLeft(kept) });
      return taken;
    },
    /**
     * Tells that the visitor leaves the page. The outcome is cleared unless a failed message can be restored; the typed text
     * becomes the draft. A running attempt goes on.
     */
    leave(typed: ContactValues) {
      if (state.busy) return change({ draft: null });
      store(typed);
      change({ draft: typed, outcome: outcomeLeft(state.kept) });
    },
    store,
  };
}

const UNSENT_KEY = 'unsent-messages';

/**
 * Keeps the unsent messages for this tab, the text of the form first: a reload aborts the request, and the text is in the form
 * again afterwards. Storage may be forbidden.
 */
const unsent = {
  read(): ContactValues[] {
    try {
      return JSON.parse(sessionStorage.getItem(UNSENT_KEY) ?? '[]');
    } catch {
      return [];
    }
  },
  write(messages: readonly ContactValues[]): void {
    try {
      if (messages.length > 0) sessionStorage.setItem(UNSENT_KEY, JSON.stringify(messages));
      else sessionStorage.removeItem(UNSENT_KEY);
    } catch {}
  },
};

/** Gives the outcome to show once the last one was seen. */
const outcomeLeft = (kept: SendingState['kept']) => (kept.length > 0 ? 'failed' : undefined);

/** Sends a message; logs a failure (FORM-6) without a word of it. */
async function attempt(apiUrl: string, values: ContactValues): Promise<Outcome> {
  try {
    await postContactForm(fetch, apiUrl, values);
    return 'sent';
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: asked for by the specification, section 8.
    console.error(error);
    return 'failed';
  }
}
