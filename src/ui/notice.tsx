import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { AlertIcon, CheckCircleIcon, CloseIcon } from '../theme/icons.tsx';
import styles from './notice.module.css';
import { useUnderDialog } from './use-under-dialog.ts';

/** Whether it went well. */
export type NoticeKind = 'success' | 'failure';

/** Specification, section 8: how long a notice stays, in milliseconds. */
export const noticeDurations: Readonly<Record<NoticeKind, number>> = { success: 4000, failure: 5000 };

/** A notice to show. */
export interface NoticeContent {
  kind: NoticeKind;
  text: string;
}

interface NoticeProps {
  notice: NoticeContent | null;
  closeLabel: string;
  onClose: () => void;
}

/**
 * Shows a notice at the top centre (FORM-5, FORM-6). Its time stands still while it is pointed at or holds the focus (WCAG
 * 2.2.1). The two live regions are always in the page: one that is inserted with its text may stay unread. An open dialog
 * delays the notice, which would be neither seen nor read below it.
 */
export function Notice({ notice, closeLabel, onClose }: NoticeProps) {
  const box = notice && (
    <NoticeBox key={notice.kind} notice={notice} closeLabel={closeLabel} onClose={onClose} />
  );
  return (
    <div className={styles.place}>
      <div role="status">{notice?.kind === 'success' && box}</div>
      <div role="alert">{notice?.kind === 'failure' && box}</div>
    </div>
  );
}

interface NoticeBoxProps extends NoticeProps {
  notice: NoticeContent;
}

function NoticeBox({ notice, closeLabel, onClose }: NoticeBoxProps) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const focusedBefore = useRef<HTMLElement>(null);
  const underDialog = useUnderDialog();
  const held = pointed || focused || underDialog;

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, noticeDurations[notice.kind]);
    return () => clearTimeout(timer);
  }, [held, notice, onClose]);

  function onFocus({ relatedTarget }: FocusEvent) {
    setFocused(true);
    // Null when the window itself gets the focus back.
    if (relatedTarget instanceof HTMLElement) focusedBefore.current = relatedTarget;
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
      className={`${styles.notice} ${styles[notice.kind]}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
    >
      <OutcomeIcon kind={notice.kind} />
      <span>{notice.text}</span>
      {/* With an IconButton here, the bundler cuts the first script in two, which costs 1.3 KiB. */}
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={close}>
        <CloseIcon size={20} />
      </button>
    </div>
  );
}

/** Draws a tick or an exclamation mark in a circle: an outcome that does not rely on colour (WCAG 1.4.1). */
export function OutcomeIcon({ kind, className }: { kind: NoticeKind; className?: string }) {
  const Icon = kind === 'success' ? CheckCircleIcon : AlertIcon;
  return <Icon className={className} />;
}
