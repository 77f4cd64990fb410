import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { CloseIcon } from '../theme/icons.tsx';
import styles from './drawer.module.css';
import { IconButton } from './icon-button.tsx';

interface DrawerProps {
  dialog: RefObject<HTMLDialogElement | null>;
  label: string;
  closeLabel: string;
  children: ReactNode;
}

/**
 * Opens a panel at the right on the native dialog, which gives the focus back and closes on Escape by itself.
 * Whether it is open is the dialog's own state alone: nothing else in the page is rendered for it, which a slow phone would
 * feel. It closes too when the window grows past the width where the panel makes sense.
 */
export function Drawer({ dialog, label, closeLabel, children }: DrawerProps) {
  useEffect(() => {
    const wide = window.matchMedia('(width >= 600px)');
    const close = () => dialog.current?.close();
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [dialog]);

  /** A click beside the panel lands on the dialog element itself: its content fills it. */
  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current && !isSecondTap(event)) dialog.current?.close();
  }

  /** HOME-2: after the last stop comes the first, where the dialog alone would let the browser's own bars have the focus. */
  function keepFocusInside(event: KeyboardEvent) {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
    const [edge, other] = event.shiftKey ? [0, -1] : [-1, 0];
    if (event.key !== 'Tab' || event.target !== stops.at(edge)) return;
    event.preventDefault();
    stops.at(other)?.focus();
  }

  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={label}
      onClick={closeOnBackdrop}
      onKeyDown={keepFocusInside}
    >
      <div className={styles.panel}>
        <IconButton
          className={styles.close}
          aria-label={closeLabel}
          onClick={(event) => isSecondTap(event) || dialog.current?.close()}
        >
          <CloseIcon />
        </IconButton>
        {children}
      </div>
    </dialog>
  );
}

/** The burger lies where the close button comes: an impatient double tap on it must not close what it has opened. */
function isSecondTap({ detail }: MouseEvent): boolean {
  return detail > 1;
}
