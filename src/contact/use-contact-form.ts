import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { contactFields } from '../content/form-fields.ts';
import { controlOf, fillForm, readForm } from './form-values.ts';
import type { ContactPageState } from './page-state.ts';
import { type ContactValues, checkContact } from './rules.ts';
import { useSending } from './sending.ts';
import { useFieldErrors } from './use-field-errors.ts';

/** Tells two messages apart; the browser may have restored the same one. */
const isAnother = (typed: string, draft: string) =>
  typed.trim() !== '' && draft.trim() !== '' && typed !== draft;

/** The state of the contact form and its handlers. */
export type ContactFormState = ReturnType<typeof useContactForm>;

/**
 * Gives the state of the form and its handlers (specification, section 4).
 * @param initial the result of a post without JavaScript
 */
export function useContactForm(initial: ContactPageState) {
  const form = useRef<HTMLFormElement>(null);
  const { sending, state } = useSending();
  const { busy, kept, outcome, fromPage } = state;
  const { show, ...fields } = useFieldErrors(form, initial.errors, busy);
  // In UTF-16 code units, as `maxLength` counts. Hydration must find the count of the server's document.
  const [messageLength, setMessageLength] = useState(initial.values.message?.length ?? 0);

  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return;
    const { draft } = sending.get();
    const typed = readForm(element);
    if (draft && isAnother(typed.message, draft.message)) sending.keep(draft);
    else if (draft) {
      // What was typed before the scripts arrived stays, as does the subject of the offer that led here.
      const filled = contactFields.map((name) => [name, typed[name] || draft[name]]);
      fillForm(element, Object.fromEntries(filled));
      sending.adopted();
    }
    setMessageLength(controlOf(element, 'message').value.length);
    const store = () => sending.store(readForm(element));
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      sending.leave(readForm(element));
    };
  }, [sending]);

  function fill(element: HTMLFormElement, values: Partial<ContactValues>) {
    fillForm(element, values);
    setMessageLength(values.message?.length ?? 0);
    show([]);
  }

  async function send(element: HTMLFormElement, values: ContactValues) {
    await sending.send(readForm(element), values);
    // The page may have been left meanwhile.
    if (element.isConnected) fill(element, {});
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    setMessageLength(controlOf(event.currentTarget, 'message').value.length);
    fields.onInput(event);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // Checked before `preventDefault`: if an old browser throws here, the form still submits itself.
    const check = checkContact(readForm(event.currentTarget));
    event.preventDefault();
    if (sending.get().busy) return;
    if (check.ok) return void send(event.currentTarget, check.values);
    // The focus moves first: leaving a field checks that field alone, and all errors are to be shown.
    const first = check.errors[0] && controlOf(event.currentTarget, check.errors[0].field);
    first?.focus();
    // The list of errors appears above the field and may push it, or its error, out of view.
    flushSync(() => show(check.errors));
    first?.closest('div')?.scrollIntoView({ block: 'nearest' });
  }

  function restore() {
    const taken = form.current && sending.takeBack(readForm(form.current));
    if (!form.current || !taken) return;
    fill(form.current, taken);
    controlOf(form.current, 'message').focus();
  }

  return {
    ...fields,
    form,
    isSending: busy,
    outcome,
    fromPage,
    canRestore: kept.length > 0,
    messageLength,
    onInput,
    onSubmit,
    restore,
  };
}
