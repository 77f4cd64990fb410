import { useId, useState } from 'react';
import { contactForm } from '../content/contact.ts';
import { type ContactField, contactFields, formField } from '../content/form-fields.ts';
import { type ContactSubject, contactSubjects, fieldErrors } from '../content/specified-form-texts.ts';
import { graphqlPath, routes } from '../routes.ts';
import { PillButton } from '../ui/pill.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './contact-form.module.css';
import { ErrorSummary } from './error-summary.tsx';
import { type ControlProps, Field } from './field.tsx';
import { OutcomeNote } from './outcome-note.tsx';
import type { ContactPageState } from './page-state.ts';
import { type ContactValues, contactLimits } from './rules.ts';
import { useContactForm } from './use-contact-form.ts';

interface ContactFormProps {
  /** The id of the title that names the form. */
  titleId: string;
  apiUrl: string;
  /** The result of a post without JavaScript; otherwise the empty state. */
  initial: ContactPageState;
  /** Gives the text typed before the scripts arrived. */
  typed?: (() => Partial<ContactValues>) | undefined;
  /** The offer whose button led here: it presets the subject, and a hint names it until a message is sent. */
  offer?: { titre: string; subject: ContactSubject } | undefined;
}

/** Shows the contact form (FORM-1 to FORM-7). Without JavaScript it posts to /contact, by the same names and rules. */
export function ContactForm({ titleId, apiUrl, initial, typed, offer }: ContactFormProps) {
  const prefix = useId();
  // React overwrites the message with this value, so it is read as late as possible: the visitor may be typing.
  const [values] = useState(() => ({ ...initial.values, ...typed?.() }));
  const state = useContactForm(initial);
  // Shown at the top if it came with the page, otherwise beside the button.
  const outcome = <OutcomeNote state={state} />;

  const errorCount = state.refused ? state.errors.length : 0;
  const announcement = state.isSending
    ? contactForm.sending
    : errorCount > 0 && contactForm.errorsTitle(errorCount);

  const idOf = (name: ContactField) => `${prefix}-${name}`;

  function fieldFor(name: ContactField) {
    const { label, required, hint, isHalf } = formField(name);
    const error = state.errors.find(({ field }) => field === name);
    const preset = name === 'subject' ? offer : undefined;
    return (
      <Field
        key={name}
        id={idOf(name)}
        name={name}
        label={label}
        required={required}
        hint={preset && !state.outcome ? contactForm.offerHint(preset.titre) : hint}
        aside={name === 'message' && contactForm.counter(state.messageLength, contactLimits.messageMax)}
        className={isHalf && styles.half}
        error={error ? fieldErrors[error.code] : ''}
        live={state.live}
      >
        {(attributes) => controlFor(name, values[name] || preset?.subject || '', state.isSending, attributes)}
      </Field>
    );
  }

  return (
    <form
      ref={state.form}
      className={styles.form}
      aria-labelledby={titleId}
      method="post"
      action={postAddress(apiUrl)}
      noValidate
      onBlur={state.onBlur}
      onInput={state.onInput}
      onSubmit={state.onSubmit}
    >
      {state.fromPage && outcome}
      <p className={styles.required}>{contactForm.required}</p>
      {state.refused && <ErrorSummary errors={state.errors} idOf={idOf} />}
      {contactFields.map(fieldFor)}
      <Honeypot />
      {!state.fromPage && outcome}
      <PillButton type="submit" look="solid" disabled={state.isSending}>
        {contactForm.submit}
      </PillButton>
      <VisuallyHidden live>{announcement && <span>{announcement}</span>}</VisuallyHidden>
    </form>
  );
}

/** Renders the control of a field, which keeps its value while a message is sent. */
function controlFor(name: ContactField, initial: string, isSending: boolean, attributes: ControlProps) {
  if (name === 'subject') {
    return (
      <span className={styles.select}>
        <select {...attributes} disabled={isSending} defaultValue={initial}>
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
  }
  const typed = { ...attributes, readOnly: isSending, defaultValue: initial };
  if (name !== 'message') return <input {...typed} {...formField(name).input} />;
  // `maxlength` counts as the rule does (FORM-1, FORM-3).
  return <textarea {...typed} rows={5} maxLength={contactLimits.messageMax} />;
}

/** Renders the honeypot: a field that people do not see and that only the form without JavaScript sends (FORM-7). */
function Honeypot() {
  return (
    <noscript>
      <div className={styles.trap} aria-hidden="true">
        <label>
          {contactForm.honeypot}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </noscript>
  );
}

/** Gives the address of the post without JavaScript: on the host of the API. */
function postAddress(apiUrl: string): string {
  return apiUrl.slice(0, -graphqlPath.length) + routes.contact.path;
}
