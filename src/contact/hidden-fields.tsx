import { contactForm } from '../content/contact.ts';
import styles from './contact-form.module.css';

/** What only the page without JavaScript sends (FORM-7): a field that people do not see, and the signed time of issue. */
export function HiddenFields({ issued }: { issued: string }) {
  return (
    <noscript>
      <div className={styles['trap']} aria-hidden="true">
        <label>
          {contactForm.honeypot}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <input type="hidden" name="issued" value={issued} readOnly />
    </noscript>
  );
}
