import { useId } from 'react';
import { contactForm } from '../content/contact.ts';
import type { ContactField } from '../content/form-fields.ts';
import { fieldErrors } from '../content/specified-form-texts.ts';
import styles from './contact-form.module.css';
import type { ContactError } from './rules.ts';

interface ErrorSummaryProps {
  errors: readonly ContactError[];
  idOf: (field: ContactField) => string;
}

/** Lists the errors, each as a link to its field (GOV.UK error summary). */
export function ErrorSummary({ errors, idOf }: ErrorSummaryProps) {
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
