import { type FormEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { controlOf, fillForm, readForm } from './form-values.ts';
import type { ContactPageState } from './page-state.ts';
import { type ContactValues, checkContact } from './rules.ts';
import type { Outcome, Sending } from './sending.ts';
import { type FieldErrors, useFieldErrors } from './use-field-errors.ts';

/** The state of the form and its handlers (specification, section 4). */
export interface ContactFormState extends Omit<FieldErrors, 'show'> {
  form: RefObject<HTMLFormElement | null>;
  sending: boolean;
  outcome: Outcome;
  canRestore: boolean;
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
  sending: Sending,
  onFilled: () => void,
): ContactFormState {
  const form = useRef<HTMLFormElement>(null);
  const { show, ...fields } = useFieldErrors(form, initial.errors, () => sending.get().busy);
  const { busy, outcome, kept } = useSyncExternalStore(sending.subscribe, sending.get, sending.get);
  useEffect(() => sending.leave, [sending]);

  async function send(element: HTMLFormElement, values: ContactValues) {
    await sending.send(apiUrl, readForm(element), values);
    // The page was left meanwhile.
    if (!element.isConnected) return sending.leave();
    fillForm(element, {});
    onFilled();
    show([]);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // Checked first: should this browser lack something, the form still sends itself.
    const check = checkContact(readForm(event.currentTarget));
    event.preventDefault();
    if (sending.get().busy) return;
    if (check.ok) return void send(event.currentTarget, check.values);
    show(check.errors);
    const first = check.errors[0];
    if (first) controlOf(event.currentTarget, first.field).focus();
  }

  function restore() {
    const taken = form.current && sending.takeBack();
    if (!form.current || !taken) return;
    fillForm(form.current, taken);
    onFilled();
    controlOf(form.current, 'message').focus();
  }

  return { ...fields, form, sending: busy, outcome, canRestore: kept !== null, onSubmit, restore };
}
