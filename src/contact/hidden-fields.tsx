import { contactForm } from '../content/contact.ts';
import styles from './contact-form.module.css';
import { useStandingValue } from './use-standing-value.ts';

/**
 * What only the form without JavaScript sends (FORM-7): a field that people do not see, and the signed time of issue. The
 * time is there for every browser, as one whose scripts fail to arrive sends the form by itself too.
 */
export function HiddenFields({ issued }: { issued: string }) {
  // For a hidden field the default is the value: React must not write another over it.
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
