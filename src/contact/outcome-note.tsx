import { useId, useLayoutEffect, useRef } from 'react';
import { contact, contactForm } from '../content/contact.ts';
import { sendFailed, sendSucceeded } from '../content/specified-form-texts.ts';
import { OutcomeIcon } from '../ui/notice.tsx';
import { PillButton } from '../ui/pill.tsx';
import styles from './contact-form.module.css';
import type { ContactFormState } from './use-contact-form.ts';

interface OutcomeNoteProps {
  state: ContactFormState;
}

/** While one of these has the focus, the visitor has moved on, and the focus is left there. */
const elsewhere = 'a, button:not([type=submit]), h1';

/** Shows how the sending ended, without a time limit (WCAG 2.2.1), with the way back to a lost message. */
export function OutcomeNote({ state }: OutcomeNoteProps) {
  const { outcome, fromPage, canRestore, restore } = state;
  const note = useRef<HTMLElement>(null);
  const textId = useId();

  // The pressed button was disabled meanwhile and lost the focus; a field that Enter was pressed in is emptied. Not later than the
  // notice: a visitor who goes on at once would lose the focus again.
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
      // biome-ignore lint/a11y/noAutofocus: a page that answers a post begins with how it ended.
      autoFocus={fromPage}
      className={`${styles.outcome} ${styles[outcome]}`}
    >
      <OutcomeIcon kind={outcome === 'sent' ? 'success' : 'failure'} className={styles.icon} />
      {fromPage && <p className={styles.strong}>{outcome === 'sent' ? sendSucceeded : sendFailed}</p>}
      {outcome === 'sent' ? (
        <p id={textId}>{contactForm.sentNote}</p>
      ) : (
        <p id={textId}>
          {failedNote} <a href={`mailto:${contact.email}`}>{contact.email}</a>.
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
