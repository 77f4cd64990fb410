import { contactForm } from '../content/contact.ts';
import styles from './contact-form.module.css';
import type { ContactError, ContactField } from './rules.ts';

interface ErrorSummaryProps {
  errors: readonly ContactError[];
  idOf: (field: ContactField) => string;
}

/** Which fields are wrong, with a way to each; what is wrong stands at the field itself. */
export function ErrorSummary({ errors, idOf }: ErrorSummaryProps) {
  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: it takes the focus only on a page that answers a post; in the browser the field does.
    <div className={styles['summary']} tabIndex={-1} autoFocus>
      <p className={styles['strong']}>{contactForm.errorsTitle(errors.length)}</p>
      <ul>
        {errors.map(({ field }) => (
          <li key={field}>
            <a href={`#${idOf(field)}`}>{contactForm.labels[field]}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
