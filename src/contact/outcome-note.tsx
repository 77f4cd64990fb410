import { useEffect, useRef } from 'react';
import { contact, contactForm } from '../content/contact.ts';
import { sendFailed, sendSucceeded } from '../content/specified-form-texts.ts';
import { PillButton } from '../ui/pill.tsx';
import styles from './contact-form.module.css';
import type { ContactFormState } from './use-contact-form.ts';

interface OutcomeNoteProps {
  state: ContactFormState;
}

/** While one of these has the focus, the visitor has moved on, and the focus is left there. */
const elsewhere = 'a, input, select, textarea, button:not([type=submit]), h1';

/** How the sending ended, shown without a time limit (WCAG 2.2.1), with the way back to a lost message. */
export function OutcomeNote({ state }: OutcomeNoteProps) {
  const { outcome, fromPage, canRestore, restore } = state;
  const note = useRef<HTMLDivElement>(null);

  // The pressed button was disabled meanwhile and lost the focus, which goes on from here; Safari gives none to a button, but to
  // what holds it. Visitors who sent with Enter, or have moved on meanwhile, keep theirs.
  useEffect(() => {
    if (!outcome || document.activeElement?.matches(elsewhere)) return;
    note.current?.focus({ preventScroll: true });
    showWhole(note.current);
  }, [outcome]);

  if (!outcome) return null;
  const failedNote = fromPage ? contactForm.failedNoteOnPage : contactForm.failedNote;
  return (
    <div
      ref={note}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: a page that answers a post begins with how it ended.
      autoFocus={fromPage}
      className={`${styles['outcome']} ${styles[outcome]}`}
    >
      {fromPage && <p className={styles['strong']}>{outcome === 'sent' ? sendSucceeded : sendFailed}</p>}
      {outcome === 'sent' ? (
        <p>{contactForm.sentNote}</p>
      ) : (
        <p>
          {failedNote} <a href={`mailto:${contact.email}`}>{contact.email}</a>.
        </p>
      )}
      {canRestore && (
        <div className={styles['restore']}>
          {outcome === 'sent' && <p>{contactForm.keptNote}</p>}
          <PillButton look="outline" onClick={restore}>
            {contactForm.restore}
          </PillButton>
        </div>
      )}
    </div>
  );
}

/** Scrolls to the whole note when part of it is in view: the way back to a lost message is its last line. */
function showWhole(note: HTMLElement | null): void {
  const box = note?.getBoundingClientRect();
  if (box && box.top < innerHeight && box.bottom > 0) note?.scrollIntoView({ block: 'nearest' });
}
