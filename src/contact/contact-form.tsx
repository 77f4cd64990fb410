import { useId, useState } from 'react';
import { contactForm } from '../content/contact.ts';
import { type ContactField, contactFields, formField } from '../content/form-fields.ts';
import { contactSubjects, fieldErrors } from '../content/specified-form-texts.ts';
import { graphqlPath, routes } from '../routes.ts';
import { PillButton } from '../ui/pill.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './contact-form.module.css';
import { type ControlProps, Field } from './field.tsx';
import type { LeadingOffer } from './offer-line.ts';
import { OutcomeNote } from './outcome-note.tsx';
import type { ContactPageState } from './page-state.ts';
import { type ContactError, type ContactValues, contactLimits } from './rules.ts';
import { useContactForm } from './use-contact-form.ts';

interface ContactFormProps {
  /** The id of the title that names the form. */
  titleId: string;
  apiUrl: string;
  /** The result of a post without JavaScript; otherwise the empty state. */
  initial: ContactPageState;
  /** Returns the text typed before the scripts arrived; absent after a navigation. */
  typed?: (() => Partial<ContactValues>) | undefined;
  /** The offer whose button led here. It chooses the subject and begins the message. */
  offer?: LeadingOffer | undefined;
}

/** Shows the contact form (FORM-1 to FORM-7). Without JavaScript it posts to /contact, by the same names and rules. */
export function ContactForm({ titleId, apiUrl, initial, typed, offer }: ContactFormProps) {
  const prefix = useId();
  // React overwrites the message with this value, so it is read as late as possible: the visitor may be typing.
  const [values] = useState(() => ({ ...initial.values, ...typed?.() }));
  const state = useContactForm(initial, typed !== undefined, offer);

  const errorCount = state.refused ? state.errors.length : 0;
  const announcement = state.isSending
    ? contactForm.sending
    : errorCount > 0 && contactForm.errorsTitle(errorCount);

  const idOf = (name: ContactField) => `${prefix}-${name}`;

  function fieldFor(name: ContactField) {
    const { label, required, hint, isHalf } = formField(name);
    const error = state.errors.find(({ field }) => field === name);
    return (
      <Field
        key={name}
        id={idOf(name)}
        name={name}
        label={label}
        required={required}
        hint={hint}
        aside={name === 'message' && contactForm.counter(state.messageLength, contactLimits.messageMax)}
        className={isHalf && styles.half}
        error={error ? fieldErrors[error.code] : ''}
        live={state.live}
      >
        {(attributes) => controlFor(name, values[name] ?? '', state.isSending, attributes)}
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
      onSubmit={state.onSubmit}
    >
      <OutcomeNote state={state} />
      <p className={styles.required}>{contactForm.required}</p>
      {state.refused && <ErrorSummary errors={state.errors} idOf={idOf} />}
      {contactFields.map(fieldFor)}
      <Honeypot />
      <div className={styles.end}>
        <PillButton type="submit" look={state.isDone ? 'outline' : 'solid'} disabled={state.isSending}>
          {contactForm.submit}
        </PillButton>
        <p className={styles.promise}>{contactForm.promise}</p>
      </div>
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
  // `maxlength` counts as the rules do (FORM-1, FORM-3).
  const maxLength = { fullname: contactLimits.fullnameMax, message: contactLimits.messageMax }[
    name as string
  ];
  const typed = { ...attributes, readOnly: isSending, defaultValue: initial, maxLength };
  return name === 'message' ? (
    <textarea {...typed} rows={5} />
  ) : (
    <input {...typed} {...formField(name).input} />
  );
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

/** The form without JavaScript is posted to the host of the API. */
function postAddress(apiUrl: string): string {
  return apiUrl.slice(0, -graphqlPath.length) + routes.contact.path;
}

interface ErrorSummaryProps {
  errors: readonly ContactError[];
  idOf: (field: ContactField) => string;
}

/** Lists the errors, each as a link to its field (GOV.UK error summary). */
function ErrorSummary({ errors, idOf }: ErrorSummaryProps) {
  const titleId = useId();
  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: it takes the focus only on a page that answers a post; in the browser the field does.
    <section className={styles.summary} tabIndex={-1} autoFocus aria-labelledby={titleId}>
      <p className={styles.strong} id={titleId}>
        {contactForm.errorsTitle(errors.length)}
      </p>
      <ul>
        {errors.map(({ field, code }) => (
          <li key={field}>
            <a href={`#${idOf(field)}`}>{fieldErrors[code]}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
