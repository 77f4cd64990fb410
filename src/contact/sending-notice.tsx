import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '../theme/icons.tsx';
import { IconButton } from '../ui/buttons.tsx';
import { outcomeTexts } from '../words/specified.ts';
import { type Outcome, useSending } from './sending.ts';
import styles from './sending-notice.module.css';
import { contactForm } from './words.ts';

/** How long each notice stays, in milliseconds (specification, section 8). */
const DURATIONS: Readonly<Record<Outcome, number>> = { sent: 4000, failed: 5000 };

/** Icons tell the outcomes apart without colour (WCAG 1.4.1). */
export const outcomeIcons = { sent: 'check', failed: 'alert' } as const;

/**
 * Shows the outcome of the sending at the top centre of any page (FORM-5, FORM-6). Its time stops while the pointer or the focus
 * is on it (WCAG 2.2.1). Both live regions are always in the page, because screen readers may miss one inserted with its text. An
 * open dialog delays the notice, which it would cover.
 */
export function SendingNotice() {
  const { sending, state } = useSending();
  const { notice } = state;
  const box = notice && <NoticeBox key={notice} outcome={notice} onClose={sending.closeNotice} />;
  return (
    <div className={styles.place}>
      <div role="status">{notice === 'sent' && box}</div>
      <div role="alert">{notice === 'failed' && box}</div>
    </div>
  );
}

function NoticeBox({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const focusedBefore = useRef<HTMLElement>(null);
  const underDialog = useUnderDialog();
  const isPaused = pointed || focused || underDialog;

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(onClose, DURATIONS[outcome]);
    return () => clearTimeout(timer);
  }, [isPaused, outcome, onClose]);

  function onFocus({ relatedTarget }: FocusEvent) {
    setFocused(true);
    focusedBefore.current = relatedTarget as HTMLElement | null;
  }

  /** Closes the notice and moves the focus, which would be lost with the button. */
  function close() {
    const { current } = focusedBefore;
    const next = current?.isConnected ? current : document.querySelector('h1');
    if (focused) next?.focus({ preventScroll: true });
    onClose();
  }

  if (underDialog) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops its time.
    <div
      className={`${styles.notice} ${styles[outcome]}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
    >
      <Icon name={outcomeIcons[outcome]} />
      <span>{outcomeTexts[outcome]}</span>
      <IconButton className={styles.close} aria-label={contactForm.closeNotice} onClick={close}>
        <Icon name="close" size={20} />
      </IconButton>
    </div>
  );
}

function useUnderDialog(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.querySelector('dialog[open]') !== null,
    () => false,
  );
}

/** Watches the whole page, because a dialog that disappears with its page sends no event. */
function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
