import { type FormEvent, type RefObject, useCallback, useRef, useState } from 'react';
import { sendFailed, sendSucceeded } from '../content/specified-texts.ts';
import type { NoticeContent } from '../ui/notice.tsx';
import { controlOf, fillForm, readForm } from './form-values.ts';
import { postContactForm } from './mutation.ts';
import type { ContactPageState } from './page-state.ts';
import { type ContactValues, checkContact } from './rules.ts';
import { type FieldErrors, useFieldErrors } from './use-field-errors.ts';

export type Outcome = 'sent' | 'failed' | undefined;

/** The state of the form and its handlers (specification, section 4). */
export interface ContactFormState extends Omit<FieldErrors, 'show'> {
  form: RefObject<HTMLFormElement | null>;
  sending: boolean;
  outcome: Outcome;
  notice: NoticeContent | null;
  canRestore: boolean;
  closeNotice: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  restore: () => void;
}

/**
 * @param initial what a post without JavaScript left
 * @param onFilled called after the form was emptied or filled again by the program
 */
export function useContactForm(
  initial: ContactPageState,
  apiUrl: string,
  onFilled: () => void,
): ContactFormState {
  const form = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const { show, ...fields } = useFieldErrors(form, initial.errors, busy);
  const [sending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(initial.outcome);
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const [kept, setKept] = useState<ContactValues | null>(null);
  const closeNotice = useCallback(() => setNotice(null), []);

  async function send(element: HTMLFormElement, values: ContactValues) {
    const typed = readForm(element);
    busy.current = true;
    setSending(true);
    setNotice(null);
    setOutcome(undefined);
    const sent = await attempt(apiUrl, values);
    fillForm(element, {});
    onFilled();
    show([]);
    setKept(sent ? null : typed);
    setOutcome(sent ? 'sent' : 'failed');
    setNotice(sent ? { kind: 'success', text: sendSucceeded } : { kind: 'failure', text: sendFailed });
    setSending(false);
    busy.current = false;
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // Checked first: should this browser lack something, the form still sends itself.
    const check = checkContact(readForm(event.currentTarget));
    event.preventDefault();
    if (busy.current) return;
    if (check.ok) return void send(event.currentTarget, check.values);
    show(check.errors);
    const first = check.errors[0];
    if (first) controlOf(event.currentTarget, first.field).focus();
  }

  function restore() {
    if (!form.current || !kept) return;
    fillForm(form.current, kept);
    onFilled();
    setKept(null);
    setOutcome(undefined);
    controlOf(form.current, 'message').focus();
  }

  return {
    ...fields,
    form,
    sending,
    outcome,
    notice,
    canRestore: kept !== null,
    closeNotice,
    onSubmit,
    restore,
  };
}

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
