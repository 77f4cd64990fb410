import { contactForm } from '../content/contact.ts';
import styles from './contact-form.module.css';
import { useStandingValue } from './use-standing-value.ts';

/**
 * What only the form without JavaScript sends (FORM-7): a field that people do not see, and the signed time of issue. The
 * time is there for every browser, as one whose scripts fail to arrive sends the form by itself too.
 */
export function HiddenFields({ issued }: { issued: string }) {
  // On a hidden field, writing the default value writes the value itself: React must not put another over the server's.
  const standing = useStandingValue('issued', issued);
  return (
    <>
      <noscript>
        <div className={styles['trap']} aria-hidden="true">
          <label>
            {contactForm.honeypot}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </noscript>
      <input type="hidden" name="issued" defaultValue={standing} />
    </>
  );
}
