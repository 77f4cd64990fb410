import { type FocusEvent, type RefObject, useRef, useState } from 'react';
import { type ContactField, contactFields } from '../content/form-fields.ts';
import { type ContactError, type ContactValues, checkContact } from './rules.ts';

/**
 * Checks the fields as they are left and changed (FORM-3).
 * @param initial errors of a post without JavaScript
 * @param isSending whether a message is being sent: a field that is left is then not checked
 */
export function useFieldErrors(
  form: RefObject<HTMLFormElement | null>,
  initial: readonly ContactError[],
  isSending: boolean,
) {
  const [errors, setErrors] = useState(initial);
  /** Whether the errors come from a submit and are listed. */
  const [refused, setRefused] = useState(initial.length > 0);
  /** Whether errors are announced as they appear. Those of a submit are listed instead. */
  const [live, setLive] = useState(true);
  const touched = useRef(new Set<ContactField>());

  // All listed errors are corrected: later ones do not come from the submit.
  if (refused && errors.length === 0) setRefused(false);

  /** Shows the errors of a submit; an empty list clears them. */
  function show(found: readonly ContactError[]) {
    touched.current.clear();
    setErrors(found);
    setRefused(found.length > 0);
    setLive(found.length === 0);
  }

  /** Checks one field; the others keep what they show. */
  function check(field: ContactField) {
    if (!form.current) return;
    const result = checkContact(readForm(form.current));
    const found = result.ok ? [] : result.errors;
    setErrors((shown) =>
      contactFields.flatMap((name) =>
        (name === field ? found : shown).filter((error) => error.field === name),
      ),
    );
  }

  /** Checks a field when it is left, and from then on as it changes. */
  function onBlur({ target }: FocusEvent<HTMLFormElement>) {
    const field = fieldOf(target);
    if (!field || isSending) return;
    setLive(true);
    touched.current.add(field);
    check(field);
  }

  /** Checks a field that has changed, if it was touched or is wrong. */
  function recheck(target: EventTarget | null) {
    const field = fieldOf(target);
    if (!field) return;
    setLive(true);
    if (touched.current.has(field) || errors.some((error) => error.field === field)) check(field);
  }

  return { errors, refused, live, show, onBlur, recheck };
}

function fieldOf(target: EventTarget | null): ContactField | undefined {
  const { name } = target as HTMLInputElement;
  return contactFields.find((field) => field === name);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function controlOf(form: HTMLFormElement, field: ContactField): Control {
  return form.elements.namedItem(field) as Control;
}

/** Reads the five fields as typed. */
export function readForm(form: HTMLFormElement): ContactValues {
  const entries = contactFields.map((field) => [field, controlOf(form, field).value]);
  return Object.fromEntries(entries) as ContactValues;
}

/** Writes the values into the form; a field without a value is emptied. */
export function fillForm(form: HTMLFormElement, values: Partial<ContactValues>): void {
  for (const field of contactFields) controlOf(form, field).value = values[field] ?? '';
}
