import { type MouseEvent, useEffect, useState } from 'react';
import { graphqlPath, routes } from '../routes.ts';
import { Icon } from '../theme/icons.tsx';
import { PillButton } from '../ui/buttons.tsx';
import visibility from '../ui/visibility.module.css';
import { type ContactField, contactFields, formFields } from '../words/form-fields.ts';
import { contactSubjects, fieldErrors } from '../words/specified.ts';
import styles from './contact-form.module.css';
import type { ContactPageState, LeadingOffer } from './first-state.ts';
import { OutcomeNote } from './outcome-note.tsx';
import { type ContactError, type ContactValues, contactLimits } from './rules.ts';
import { type ContactFormState, useContactForm } from './use-contact-form.ts';
import { contactForm } from './words.ts';

interface ContactFormProps {
  apiUrl: string;
  /** The result of a post without JavaScript; after any other request, the empty state. */
  initial: ContactPageState;
  /** Returns the text typed before the scripts arrived; absent when the visitor came by a link of the site. */
  typed?: (() => Partial<ContactValues>) | undefined;
  /** The offer whose button led here; it chooses the subject and begins the message. */
  offer?: LeadingOffer | undefined;
}

/** Shows the contact form (FORM-1 to FORM-7). Without JavaScript it posts to /contact, with the same names and rules. */
export function ContactForm({ apiUrl, initial, typed, offer }: ContactFormProps) {
  // React overwrites the fields with these values; reading them late keeps what the visitor types meanwhile.
  const [values] = useState(() => ({ ...initial.values, ...typed?.() }));
  const state = useContactForm(initial, typed !== undefined, offer);
  const errors = state.refused ? state.errors : [];
  const remaining = useRemaining(state);
  const announcement = state.busy
    ? contactForm.sending
    : errors.length > 0
      ? contactForm.errorsTitle(errors.length)
      : remaining !== undefined && contactForm.remaining(remaining);
  return (
    <form
      ref={state.form}
      className={styles.form}
      aria-labelledby="form-title"
      method="post"
      // Without JavaScript the browser posts to the host that serves the API.
      action={apiUrl.slice(0, -graphqlPath.length) + routes.contact.path}
      noValidate
      onBlur={state.onBlur}
      onSubmit={state.onSubmit}
    >
      <OutcomeNote state={state} />
      <p className={styles.required}>{contactForm.required}</p>
      {errors.length > 0 && <ErrorSummary errors={errors} lead={state.lead} />}
      {contactFields.map((name) => (
        <Field key={name} name={name} value={values[name] ?? ''} state={state} />
      ))}
      {/* A honeypot for robots: people do not see this field, and only the form without JavaScript sends it (FORM-7). */}
      <noscript>
        <div className={visibility.hidden} aria-hidden="true">
          <label>
            {contactForm.honeypot}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </noscript>
      <div className={styles.end}>
        <PillButton type="submit" look={state.isDone ? 'outline' : 'solid'} disabled={state.busy}>
          {contactForm.submit}
        </PillButton>
        <p className={styles.promise}>{contactForm.promise}</p>
      </div>
      <span className={visibility.hidden} aria-live="polite">
        {announcement && <span>{announcement}</span>}
      </span>
    </form>
  );
}

/** After this pause, in milliseconds, the remaining length is announced, as on GOV.UK. */
const ANNOUNCE_AFTER_MS = 1000;

/** Returns how many characters the message may still get; it changes when the visitor stops typing. */
function useRemaining({ messageLength, controls }: ContactFormState): number | undefined {
  const [remaining, setRemaining] = useState<number>();
  useEffect(() => {
    const announce = () =>
      setRemaining(
        document.activeElement === controls.message ? contactLimits.messageMax - messageLength : undefined,
      );
    const timer = setTimeout(announce, ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [messageLength, controls]);
  return remaining;
}

/** Gives a field's id; the prefix avoids the ids of controls that extensions add. */
export const idOf = (name: ContactField) => `contact-${name}`;

/**
 * Shows a labelled control, its hint, counter and error. The error is marked by text, icon and edge, not by colour alone (WCAG
 * 1.4.1, 3.3.1). Its line always keeps its height, because the button must not move while it is pressed.
 */
function Field({ name, value, state }: { name: ContactField; value: string; state: ContactFormState }) {
  const id = idOf(name);
  const { label, required, hint, isHalf } = formFields[name];
  const hasCounter = name === 'message';
  const error = state.errors.find(({ field }) => field === name);
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`];
  // The counter is left out, because some screen readers would speak it at each key.
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  const attributes = {
    id,
    name,
    ref: (control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | null) => {
      state.controls[name] = control;
    },
    className: styles.control,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error && true,
    'aria-required': required || undefined,
    defaultValue: value,
    // The visitor cannot change a field while the message is sent.
    [name === 'subject' ? 'disabled' : 'readOnly']: state.busy,
  };
  return (
    <div className={`${styles.field} ${isHalf ? styles.half : ''}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {(hint || hasCounter) && (
        <p className={styles.help}>
          {hint && <span id={hintId}>{hint}</span>}{' '}
          {hasCounter && (
            <span className={styles.counter}>
              {contactForm.counter(state.messageLength, contactLimits.messageMax)}
            </span>
          )}
        </p>
      )}
      <Control attributes={attributes} name={name} />
      <p className={styles.error} id={errorId} aria-live={state.live ? 'polite' : undefined}>
        {error && (
          <>
            <Icon name="alert" size={18} />
            {/* Translating browsers replace bare text, which React then cannot remove; a span of its own is safe. */}
            <span>{fieldErrors[error.code]}</span>
          </>
        )}
      </p>
    </div>
  );
}

function Control({ attributes, name }: { attributes: object; name: ContactField }) {
  if (name === 'subject')
    return (
      <span className={styles.select}>
        <select {...attributes}>
          <option value="" hidden>
            {contactForm.chooseSubject}
          </option>
          {contactSubjects.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </span>
    );
  // The browser's `maxlength` counts as the rules do (FORM-1, FORM-3).
  if (name === 'message') return <textarea {...attributes} rows={5} maxLength={contactLimits.messageMax} />;
  const maxLength = name === 'fullname' ? contactLimits.fullnameMax : undefined;
  return <input {...attributes} maxLength={maxLength} {...formFields[name].input} />;
}

/** Lists the errors, each as a link to its field (error summary of GOV.UK). */
function ErrorSummary({ errors, lead }: { errors: readonly ContactError[]; lead: ContactFormState['lead'] }) {
  /** Moves to the field by script, because following the link would add an entry to the history. */
  function follow(click: MouseEvent, field: ContactField) {
    lead(field);
    click.preventDefault();
  }
  return (
    // biome-ignore lint/a11y/noAutofocus: it takes the focus only on a page that answers a post; in the browser the field does.
    <section className={styles.summary} tabIndex={-1} autoFocus aria-labelledby="errors">
      <p id="errors">{contactForm.errorsTitle(errors.length)}</p>
      <ul>
        {errors.map(({ field, code }) => (
          <li key={field}>
            <a href={`#${idOf(field)}`} onClick={(click) => follow(click, field)}>
              {fieldErrors[code]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
