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
    <div className={styles['summary']} id="erreurs" tabIndex={-1}>
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
