import { createContext, useContext } from 'react';
import { sendFailed, sendSucceeded } from '../content/specified-form-texts.ts';
import type { NoticeContent } from '../ui/notice.tsx';
import { postContactForm } from './mutation.ts';
import type { ContactValues } from './rules.ts';

/** How an attempt to send ended; undefined: none has, or its outcome was cleared. */
export type Outcome = 'sent' | 'failed' | undefined;

/** What the form and the notice show of the sending. */
export interface SendingState {
  /** A message is on its way. */
  busy: boolean;
  /** How the last attempt ended; undefined once that was cleared. */
  outcome: Outcome;
  /** That outcome came with the page, after a post without JavaScript. */
  fromPage: boolean;
  notice: NoticeContent | null;
  /** What was typed and could not be sent, to be restored (FORM-6), the last one first. */
  kept: readonly ContactValues[];
  /** What the form held when the visitor left its page, for when they come back. */
  draft: ContactValues | null;
}

/** The sending of messages, which goes on when the visitor leaves the page with the form. */
export interface Sending {
  get: () => SendingState;
  subscribe: (listener: () => void) => () => void;
  /** Sends and notes the outcome. @param typed the fields as they were typed, @param values as they are sent */
  send: (typed: ContactValues, values: ContactValues) => Promise<void>;
  closeNotice: () => void;
  /** Called once the draft is in the form again. */
  adopted: () => void;
  /** Keeps the draft to be restored, where the form already holds another text. */
  keep: (draft: ContactValues) => void;
  /** Removes the newest message that was not sent and returns it. Keeps `typed` behind the others if it has a message. */
  takeBack: (typed: ContactValues) => ContactValues | undefined;
  /**
   * Called when the visitor leaves the page: the outcome is cleared unless a failed message can still be restored, and what
   * is typed becomes the draft. What is being sent stays as it is.
   */
  leave: (typed: ContactValues) => void;
}

/** Hands the sending to the form and to the notice, whatever page is shown. */
export const SendingContext = createContext<Sending | null>(null);

/** Gives the sending. @throws Error outside of a SendingContext */
export function useSending(): Sending {
  const sending = useContext(SendingContext);
  if (!sending) throw new Error('The form needs a SendingContext above it');
  return sending;
}

/**
 * Sends the messages of one visitor and keeps how that went, whatever page is shown.
 * @param apiUrl where the API answers
 * @param outcome how a post without JavaScript ended, when the document came with that
 */
export function createSending(apiUrl: string, outcome: Outcome): Sending {
  let state: SendingState = {
    busy: false,
    outcome,
    fromPage: outcome !== undefined,
    notice: null,
    kept: [],
    draft: unsent.read(),
  };
  const listeners = new Set<() => void>();

  function change(changes: Partial<SendingState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async send(typed, values) {
      change({ busy: true, notice: null, outcome: undefined, fromPage: false });
      unsent.write(typed);
      const sent = await attempt(apiUrl, values);
      if (sent) unsent.write(state.kept[0]);
      change({
        busy: false,
        outcome: sent ? 'sent' : 'failed',
        notice: sent ? { kind: 'success', text: sendSucceeded } : { kind: 'failure', text: sendFailed },
        kept: sent ? state.kept : [typed, ...state.kept],
      });
    },
    closeNotice: () => change({ notice: null }),
    adopted: () => unsent.write(state.kept[0]),
    keep: (draft) => change({ kept: [draft, ...state.kept], draft: null, outcome: 'failed' }),
    takeBack(typed) {
      const [taken, ...others] = state.kept;
      const kept = typed.message.trim() ? [...others, typed] : others;
      change({ kept, outcome: outcomeLeft(kept) });
      return taken;
    },
    leave(typed) {
      if (state.busy) return change({ draft: null });
      // Also for a page that has to be loaded anew.
      if (typed.message.trim()) unsent.write(typed);
      change({ draft: typed, outcome: outcomeLeft(state.kept) });
    },
  };
}

const UNSENT_KEY = 'unsent';

/**
 * The message that was not sent yet, for this tab only: a reload aborts the request, which is no answer, and the text is in the form
 * again afterwards. Storage may be forbidden.
 */
const unsent = {
  read(): ContactValues | null {
    try {
      const kept = sessionStorage.getItem(UNSENT_KEY);
      return kept === null ? null : JSON.parse(kept);
    } catch {
      return null;
    }
  },
  /** Without values nothing is left. */
  write(values?: ContactValues): void {
    try {
      if (values) sessionStorage.setItem(UNSENT_KEY, JSON.stringify(values));
      else sessionStorage.removeItem(UNSENT_KEY);
    } catch {}
  },
};

/** What is still to be said once the last outcome has been seen. */
const outcomeLeft = (kept: SendingState['kept']): Outcome => (kept.length > 0 ? 'failed' : undefined);

/** Sends; a failure is logged (FORM-6), without a word of the message. */
async function attempt(apiUrl: string, values: ContactValues): Promise<boolean> {
  try {
    await postContactForm(fetch, apiUrl, values);
    return true;
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: asked for by the specification, section 8.
    console.error(error);
    return false;
  }
}
