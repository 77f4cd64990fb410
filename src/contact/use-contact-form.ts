import { type FocusEvent, type FormEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ContactField, contactFields } from '../words/form-fields.ts';
import {
  type ContactPageState,
  findOffer,
  type LeadingOffer,
  withOffer,
  withOfferLine,
} from './first-state.ts';
import { type ContactError, type ContactValues, checkContact } from './rules.ts';
import { useSending } from './sending.ts';

/** Tells whether the form holds another text than the draft; after a reload the browser may have filled in the same one. */
const isAnother = (typed: string, draft: string) =>
  typed.trim() !== '' && draft.trim() !== '' && typed !== draft;

/** Finds the offer in the history entry; the server's document may not know it (FORM-12). */
const entryOffer = () => findOffer(history.state?.offer);

export type ContactFormState = ReturnType<typeof useContactForm>;

/**
 * Returns the state of the form and its handlers (specification, section 4).
 * @param initial the result of a post without JavaScript
 * @param isFirst whether the document came with the form
 */
export function useContactForm(initial: ContactPageState, isFirst: boolean, offer: LeadingOffer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  // The controls are kept by reference, because a look-up by name could find one that an extension added.
  const [controls] = useState<Controls>({});
  const { sending, state } = useSending();
  const { show, recheck, ...fields } = useFieldErrors(controls, initial.errors);
  // The length counts UTF-16 units, as `maxLength` does; its first value must equal that of the server's document.
  const [messageLength, setMessageLength] = useState(initial.values.message?.length ?? 0);
  /** The offer to which subject and message refer. */
  const about = useRef<LeadingOffer>(undefined);
  /** Whether nothing was typed since the last message was sent. */
  const [isDone, setIsDone] = useState(initial.outcome === 'sent');

  function fill(values: Partial<ContactValues>) {
    fillForm(controls, values);
    setMessageLength(values.message?.length ?? 0);
    show([]);
  }

  /** Fills the form as the visitor left it; text typed before the scripts arrived stays. */
  const begin = useEffectEvent(() => {
    const offer = entryOffer();
    about.current = offer;
    const { draft } = sending.get();
    const typed = readForm(controls);
    if (draft) typed.message = withOfferLine(typed.message, undefined);
    if (draft && isAnother(typed.message, draft.message)) sending.setAside(draft);
    else if (draft || offer) {
      const entries = contactFields.map((name) => [name, typed[name] || (draft?.[name] ?? '')]);
      const values = Object.fromEntries(entries) as ContactValues;
      // A reloaded form already holds the offer's line, or the visitor has removed it.
      fillForm(controls, isFirst && draft ? values : withOffer(values, offer));
      if (draft) sending.adopted();
    }
    setMessageLength(readForm(controls).message.length);
    sending.store(readForm(controls));
  });

  /** Changes the form when the visitor has chosen another offer. */
  const onOffer = useEffectEvent(() => {
    const offer = entryOffer();
    if (offer === about.current) return;
    about.current = offer;
    fill(withOffer(readForm(controls), offer));
    sending.store(readForm(controls));
  });

  const onTyped = useEffectEvent(({ target }: Event) => {
    setMessageLength(readForm(controls).message.length);
    setIsDone(false);
    recheck(target);
    sending.store(readForm(controls));
  });

  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return;
    begin();
    // Native listeners are needed: password managers send `change` alone, which React's `onChange` ignores.
    for (const type of ['input', 'change']) element.addEventListener(type, (event) => onTyped(event));
    return () => sending.leave(readForm(controls));
  }, [sending, controls]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the offer changes.
  useLayoutEffect(onOffer, [offer]);

  async function send(values: ContactValues) {
    await sending.send(readForm(controls), values);
    // The visitor may have left the page meanwhile.
    if (form.current) fill({});
    setIsDone(sending.get().outcome === 'sent');
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    // The check comes before `preventDefault`: if it throws in an old browser, the form still submits itself.
    const check = checkContact(readForm(controls));
    event.preventDefault();
    if (sending.get().busy) return;
    if (check.ok) return void send(check.values);
    // The focus moves before the errors are shown, because leaving a field shows the errors of that field alone.
    const [first] = check.errors;
    if (first) controls[first.field]?.focus();
    // The list of errors appears above the field and may push it out of view, so `lead` scrolls afterwards.
    flushSync(() => show(check.errors));
    if (first) lead(first.field);
  }

  /** Moves the focus to a field and scrolls until its label and error are in view. */
  function lead(field: ContactField) {
    controls[field]?.focus();
    controls[field]?.closest('div')?.scrollIntoView({ block: 'nearest' });
  }

  function restore() {
    const restored = sending.restore(readForm(controls));
    if (!restored) return;
    fill(restored);
    sending.store(readForm(controls));
    controls.message?.focus();
  }

  return { ...state, ...fields, form, controls, isDone, messageLength, onSubmit, lead, restore };
}

/**
 * Checks the fields as they are left and changed (FORM-3).
 * @param initial errors of a post without JavaScript
 */
function useFieldErrors(controls: Controls, initial: readonly ContactError[]) {
  const [errors, setErrors] = useState(initial);
  /** Whether the errors come from a submit and are listed. */
  const [refused, setRefused] = useState(initial.length > 0);
  /** Whether errors are announced as they appear; those of a submit are listed instead. */
  const [live, setLive] = useState(true);
  const touched = useRef(new Set<ContactField>());

  // When all listed errors are corrected, later ones do not come from the submit.
  if (refused && errors.length === 0) setRefused(false);

  /** Shows the errors of a submit; an empty list clears them. */
  function show(found: readonly ContactError[]) {
    touched.current.clear();
    setErrors(found);
    setRefused(found.length > 0);
    setLive(found.length === 0);
  }

  /** Checks one field; the others keep their errors. */
  function check(field: ContactField) {
    const result = checkContact(readForm(controls));
    const found = result.ok ? [] : result.errors;
    setErrors((shown) =>
      contactFields.flatMap((name) =>
        (name === field ? found : shown).filter((error) => error.field === name),
      ),
    );
  }

  /** Checks a field when it is left, and from then on at each change. */
  function onBlur({ target }: FocusEvent<HTMLFormElement>) {
    const field = fieldOf(controls, target);
    if (!field) return;
    setLive(true);
    touched.current.add(field);
    check(field);
  }

  /** Checks a changed field if it was left before or is wrong. */
  function recheck(target: EventTarget | null) {
    const field = fieldOf(controls, target);
    if (!field) return;
    if (touched.current.has(field) || errors.some((error) => error.field === field)) check(field);
  }

  return { errors, refused, live, show, onBlur, recheck };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The controls by field; one is missing until it is rendered. */
type Controls = Partial<Record<ContactField, Control | null>>;

function fieldOf(controls: Controls, target: EventTarget | null): ContactField | undefined {
  return contactFields.find((field) => controls[field] === target);
}

function readForm(controls: Controls): ContactValues {
  const entries = contactFields.map((field) => [field, controls[field]?.value ?? '']);
  return Object.fromEntries(entries) as ContactValues;
}

function fillForm(controls: Controls, values: Partial<ContactValues>): void {
  for (const field of contactFields) {
    const control = controls[field];
    if (control) control.value = values[field] ?? '';
  }
}
