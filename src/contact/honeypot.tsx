import { contactForm } from '../content/contact.ts';
import styles from './contact-form.module.css';

/** Renders the honeypot: a field that people do not see and that only the form without JavaScript sends (FORM-7). */
export function Honeypot() {
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
