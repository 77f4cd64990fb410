import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { labels } from '../content/labels.ts';
import { CloseIcon } from '../theme/icons.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './drawer.module.css';

interface DrawerProps {
  dialog: RefObject<HTMLDialogElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Shows a panel at the right, on the native dialog, which returns the focus and closes on Escape. The dialog alone holds the
 * open state.
 */
export function Drawer({ dialog, onClose, children }: DrawerProps) {
  /** Closes on a click beside the panel, which lands on the dialog element itself: its content fills it. */
  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current && !isSecondTap(event)) dialog.current?.close();
  }

  /** Moves the focus from the last stop to the first (HOME-2); the dialog alone would let the browser's own bars have it. */
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
      aria-label={labels.menu}
      onClick={closeOnBackdrop}
      onKeyDown={keepFocusInside}
      onClose={onClose}
    >
      <div className={styles.panel}>
        <IconButton
          className={styles.close}
          aria-label={labels.closeMenu}
          onClick={(event) => isSecondTap(event) || dialog.current?.close()}
        >
          <CloseIcon />
        </IconButton>
        {children}
      </div>
    </dialog>
  );
}

/** The close button appears at the place of the burger: a double tap would hit it. */
function isSecondTap({ detail }: MouseEvent): boolean {
  return detail > 1;
}
