import { useId, useLayoutEffect, useRef } from 'react';
import { contactForm } from '../content/contact.ts';
import { identity } from '../content/identity.ts';
import { outcomeTexts } from '../content/specified-form-texts.ts';
import { PillButton } from '../ui/pill.tsx';
import styles from './contact-form.module.css';
import { OutcomeIcon } from './sending-notice.tsx';
import type { ContactFormState } from './use-contact-form.ts';

/** Elements that keep the focus: a visitor who is there has moved on. */
const elsewhere = 'a, button:not([type=submit]), h1';

/** Shows the outcome of the sending without a time limit (WCAG 2.2.1), and a button that restores an unsent message. */
export function OutcomeNote({ state }: { state: ContactFormState }) {
  const { outcome, fromPage, canRestore, restore } = state;
  const note = useRef<HTMLElement>(null);
  const textId = useId();

  // The pressed button was disabled and lost the focus; a field in which Enter was pressed is emptied. A layout effect moves
  // the focus before the notice shows: later it would take it from a visitor who goes on.
  useLayoutEffect(() => {
    if (!outcome || document.activeElement?.matches(elsewhere)) return;
    note.current?.focus({ preventScroll: true });
    note.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);

  if (!outcome) return null;
  const failedNote = fromPage ? contactForm.failedNoteOnPage : contactForm.failedNote;
  return (
    <section
      ref={note}
      tabIndex={-1}
      aria-labelledby={textId}
      // biome-ignore lint/a11y/noAutofocus: a page that answers a post begins with the outcome.
      autoFocus={fromPage}
      className={`${styles.outcome} ${styles[outcome]}`}
    >
      <OutcomeIcon outcome={outcome} className={styles.icon} />
      {fromPage && <p className={styles.strong}>{outcomeTexts[outcome]}</p>}
      {outcome === 'sent' ? (
        <p id={textId}>{contactForm.sentNote}</p>
      ) : (
        <p id={textId}>
          {failedNote} <a href={`mailto:${identity.contactEmail}`}>{identity.contactEmail}</a>.
        </p>
      )}
      {canRestore && (
        <div>
          {outcome === 'sent' && <p>{contactForm.keptNote}</p>}
          <PillButton look="outline" onClick={restore}>
            {contactForm.restore}
          </PillButton>
        </div>
      )}
    </section>
  );
}
