import { type FormEvent, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
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
  /** Whether that outcome came with the page. */
  fromPage: boolean;
  canRestore: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  restore: () => void;
}

/**
 * Gives the state of the contact form and its handlers.
 * @param initial what a post without JavaScript left
 * @param onFilled called after the program emptied or filled the form
 */
export function useContactForm(
  initial: ContactPageState,
  apiUrl: string,
  sending: Sending,
  onFilled: () => void,
): ContactFormState {
  const form = useRef<HTMLFormElement>(null);
  const emptied = useRef<EventTarget>(null);
  const { show, ...fields } = useFieldErrors(form, initial.errors, isQuiet);
  const { busy, kept, outcome, fromPage } = useSyncExternalStore(sending.subscribe, sending.get, sending.get);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the form appears and once when it goes.
  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return;
    const { draft } = sending.get();
    if (draft) {
      // The subject of the offer that the visitor has just come from, rather than the one of before.
      fillForm(element, { ...draft, subject: controlOf(element, 'subject').value || draft.subject });
      onFilled();
      sending.adopted();
    }
    return () => sending.leave(readForm(element));
  }, [sending]);

  /**
   * Whether leaving this field is not checked: while a message is being sent, and for the focused field that a completed
   * send has just emptied.
   */
  function isQuiet(left: EventTarget) {
    const isEmptied = isAsEmptied(left);
    // When the whole window loses the focus, the field keeps its own and is left again later.
    if (left !== document.activeElement) emptied.current = null;
    return sending.get().busy || isEmptied;
  }

  /** Whether nothing was typed into this field since a completed send emptied it. */
  function isAsEmptied(field: EventTarget | null) {
    return field === emptied.current && (field as HTMLInputElement | null)?.value === '';
  }

  async function send(element: HTMLFormElement, values: ContactValues) {
    await sending.send(apiUrl, readForm(element), values);
    // The page was left meanwhile.
    if (!element.isConnected) return;
    fillForm(element, {});
    emptied.current = document.activeElement;
    onFilled();
    show([]);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // Before `preventDefault`: where an old browser fails here, the form still sends itself.
    const check = checkContact(readForm(event.currentTarget));
    event.preventDefault();
    if (sending.get().busy) return;
    const { activeElement } = document;
    // Enter pressed twice, or held down: the server may have answered in between.
    if (activeElement instanceof HTMLInputElement && isAsEmptied(activeElement)) return;
    if (check.ok) return void send(event.currentTarget, check.values);
    // The focus first: the field that it leaves is checked at once, by itself, and all of them are to be shown.
    const first = check.errors[0] && controlOf(event.currentTarget, check.errors[0].field);
    first?.focus();
    // The list of what is wrong comes above the field, which may leave the view, or its error.
    flushSync(() => show(check.errors));
    first?.closest('div')?.scrollIntoView({ block: 'nearest' });
  }

  function restore() {
    const taken = form.current && sending.takeBack(readForm(form.current));
    if (!form.current || !taken) return;
    fillForm(form.current, taken);
    onFilled();
    show([]);
    controlOf(form.current, 'message').focus();
  }

  const sent = { sending: busy, outcome, fromPage, canRestore: kept.length > 0 };
  return { ...fields, ...sent, form, onSubmit, restore };
}
