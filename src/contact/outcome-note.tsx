import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { routes } from '../routes.ts';
import { identity } from '../site.ts';
import { Icon } from '../theme/icons.tsx';
import { PillButton, PillLink } from '../ui/buttons.tsx';
import { backToHome, outcomeTexts } from '../words/specified.ts';
import styles from './contact-form.module.css';
import type { Receipt } from './sending.ts';
import { outcomeIcons } from './sending-notice.tsx';
import type { ContactFormState } from './use-contact-form.ts';
import { contactForm } from './words.ts';

/** A visitor whose focus is on one of these has moved on, so the focus stays there. */
const elsewhere = 'a, button:not([type=submit]), h1';

const TITLE_ID = 'outcome-title';

/** Shows the outcome of the sending without a time limit (WCAG 2.2.1): what happens next, or how to restore the message. */
export function OutcomeNote({ state }: { state: ContactFormState }) {
  const { outcome, fromPage, receipt, failed, restore } = state;
  const note = useRef<HTMLElement>(null);

  // The pressed button has lost the focus, or an emptied field has it, so the note takes it. A layout effect does so before the
  // visitor can move on. `preventScroll` keeps a long note from being scrolled to its end.
  useLayoutEffect(() => {
    if (!outcome || document.activeElement?.matches(elsewhere)) return;
    note.current?.focus({ preventScroll: true });
    document.getElementById('form-title')?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  if (!outcome) return null;
  return (
    <section
      ref={note}
      tabIndex={-1}
      aria-labelledby={TITLE_ID}
      // biome-ignore lint/a11y/noAutofocus: a page that answers a post begins with the outcome.
      autoFocus={fromPage}
      className={`${styles.outcome} ${styles[outcome]}`}
    >
      <Icon name={outcomeIcons[outcome]} className={styles.icon} />
      <h3 id={TITLE_ID}>{fromPage ? outcomeTexts[outcome] : contactForm[outcome].title}</h3>
      {outcome === 'sent' ? <Sent {...receipt} /> : <Failed fromPage={fromPage} />}
      {failed.length > 0 && (
        <>
          {outcome === 'sent' && <p>{contactForm.olderFailed}</p>}
          <PillButton look="outline" onClick={restore}>
            {contactForm.restore}
          </PillButton>
        </>
      )}
      {outcome === 'sent' && (
        <PillLink look="outline" href={routes.home.path}>
          {backToHome}
        </PillLink>
      )}
    </section>
  );
}

function Failed({ fromPage }: { fromPage: boolean }) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (!isOnline) return <p>{contactForm.failed.offline}</p>;
  return (
    <p>
      {contactForm.failed[fromPage ? 'noteOnPage' : 'note']} <StudioEmail />.
    </p>
  );
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  return () => removeEventListener('online', changed);
}

function Sent({ email, answerBy, message }: Receipt) {
  const { answer, yourAddress, by, yourMessage, wrongAddress, urgent } = contactForm.sent;
  return (
    <>
      <p>
        {answer} {email ? <strong>{email}</strong> : yourAddress}
        {answerBy && (
          <>
            {`, ${by} `}
            <strong>{answerBy}</strong>.
          </>
        )}
      </p>
      {message && (
        <figure className={styles.copy}>
          <figcaption>{yourMessage}</figcaption>
          <blockquote>{message}</blockquote>
        </figure>
      )}
      <p className={styles.aside}>
        {wrongAddress} <StudioEmail />. {urgent} <a href={`tel:${identity.phoneLink}`}>{identity.phone}</a>.
      </p>
    </>
  );
}

function StudioEmail() {
  return <a href={`mailto:${identity.contactEmail}`}>{identity.contactEmail}</a>;
}
