import { type ComponentProps, useId, useRef } from 'react';
import { contactForm } from '../content/contact.ts';
import { type ContactSubject, contactSubjects } from '../content/specified-form-texts.ts';
import { graphqlPath, routes } from '../routes.ts';
import { Field } from '../ui/field.tsx';
import { PillButton } from '../ui/pill.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './contact-form.module.css';
import { ErrorSummary } from './error-summary.tsx';
import { contactErrorText } from './error-text.ts';
import { Honeypot } from './honeypot.tsx';
import { MessageField, type MessageFieldHandle } from './message-field.tsx';
import { OutcomeNote } from './outcome-note.tsx';
import type { ContactPageState } from './page-state.ts';
import type { ContactField, ContactValues } from './rules.ts';
import type { Sending } from './sending.ts';
import { useContactForm } from './use-contact-form.ts';

/** The fields of one line: which keyboard, and what the browser may fill in. */
const textInputs = {
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false },
  fullname: { autoComplete: 'name' },
  phone: { type: 'tel', autoComplete: 'tel' },
} as const satisfies Partial<Record<ContactField, ComponentProps<'input'>>>;

interface ContactFormProps {
  /** The id of the title that names the form. */
  titleId: string;
  apiUrl: string;
  /** What a post without JavaScript left; the empty state otherwise. */
  initial: ContactPageState;
  /** What was typed before the script came. */
  typed: Partial<ContactValues>;
  sending: Sending;
  /** The offer whose button led here: its subject is chosen, and a hint names it until a message is sent. */
  offer?: { titre: string; subject: ContactSubject } | undefined;
}

/** The contact form (FORM-1 to FORM-7). Without JavaScript it posts to /contact, by the same names and rules. */
export function ContactForm({ titleId, apiUrl, initial, typed, sending, offer }: ContactFormProps) {
  const prefix = useId();
  const message = useRef<MessageFieldHandle>(null);
  const values = { ...initial.values, ...typed };
  const state = useContactForm(initial, apiUrl, sending, () => message.current?.recount());
  const { labels } = contactForm;
  const hints: Partial<Record<ContactField, string>> = {
    ...contactForm.hints,
    ...(offer && !state.outcome && { subject: contactForm.offerHint(offer.titre) }),
  };
  // At the top when it came with the page, otherwise beside the button that was pressed.
  const outcome = <OutcomeNote state={state} />;

  const errorCount = state.refused ? state.errors.length : 0;
  const announcement = state.sending
    ? contactForm.sending
    : errorCount > 0 && contactForm.errorsTitle(errorCount);

  const field = <Name extends ContactField>(name: Name) => {
    const error = state.errors.find((one) => one.field === name);
    return {
      id: `${prefix}-${name}`,
      name,
      label: labels[name],
      required: name !== 'phone',
      hint: hints[name],
      error: error ? contactErrorText(error.code) : '',
      live: state.live,
    };
  };

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
      {state.refused && <ErrorSummary errors={state.errors} idOf={(name) => `${prefix}-${name}`} />}
      <Field {...field('subject')}>
        {(control) => (
          <span className={styles.select}>
            <select
              {...control}
              disabled={state.sending}
              defaultValue={values.subject ?? offer?.subject ?? ''}
            >
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
        )}
      </Field>
      <TextField field={field('email')} initial={values.email} readOnly={state.sending} />
      <div className={styles.pair}>
        <TextField field={field('fullname')} initial={values.fullname} readOnly={state.sending} />
        <TextField field={field('phone')} initial={values.phone} readOnly={state.sending} />
      </div>
      <MessageField
        ref={message}
        field={field('message')}
        initial={values.message ?? ''}
        firstCount={initial.values.message?.length ?? 0}
        readOnly={state.sending}
      />
      <Honeypot />
      {!state.fromPage && outcome}
      <PillButton type="submit" look="solid" wide disabled={state.sending}>
        {contactForm.submit}
      </PillButton>
      <VisuallyHidden live>{announcement && <span>{announcement}</span>}</VisuallyHidden>
    </form>
  );
}

interface TextFieldProps {
  field: Omit<ComponentProps<typeof Field>, 'children'> & { name: keyof typeof textInputs };
  initial: string | undefined;
  readOnly: boolean;
}

function TextField({ field, initial = '', readOnly }: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input {...control} readOnly={readOnly} {...textInputs[field.name]} defaultValue={initial} />
      )}
    </Field>
  );
}

/** Where the form posts without JavaScript: beside the API, wherever that is. */
function postAddress(apiUrl: string): string {
  return apiUrl.slice(0, -graphqlPath.length) + routes.contact.path;
}
