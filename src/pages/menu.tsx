import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { pageAt, type ShownPage } from '../routes.ts';
import { answer, identity } from '../site.ts';
import { Icon } from '../theme/icons.tsx';
import { IconButton } from '../ui/buttons.tsx';
import { labels, menuEntries } from '../words/labels.ts';
import styles from './menu.module.css';
import { Portrait } from './pictures.tsx';
import { followMenuEntry } from './scroll.ts';
import { useSite } from './site-context.ts';

export function MenuLinks(props: { page: ShownPage; className: string; close?: () => void }) {
  const { page, className, close } = props;
  return (
    <ul>
      {menuEntries.map(({ label, href }) => (
        <li key={href}>
          <a
            className={className}
            href={href}
            aria-current={pageAt(href) === page ? 'page' : undefined}
            onClick={(event) => followMenuEntry(event, href, close)}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface DrawerProps {
  dialog: RefObject<HTMLDialogElement | null>;
  page: ShownPage;
  /** Whether the drawer was ever open; the portrait is not loaded before. */
  wasOpened: boolean;
  onClose: () => void;
}

/**
 * Shows the panel that the burger opens (HOME-2). It is a native dialog, which holds the open state, closes on Escape and returns
 * the focus.
 */
export function Drawer({ dialog, page, wasOpened, onClose }: DrawerProps) {
  const close = () => dialog.current?.close();

  /** Closes on a click beside the panel; the panel fills the dialog, so such a click has the dialog itself as target. */
  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current && !isSecondTap(event)) close();
  }

  /** Keeps the focus inside by moving it from the last stop to the first (HOME-2); a dialog lets it go to the browser's bars. */
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
          onClick={(event) => isSecondTap(event) || close()}
        >
          <Icon name="close" />
        </IconButton>
        {wasOpened && <Person />}
        <nav aria-label={labels.menu}>
          <MenuLinks page={page} className={styles.link} close={close} />
        </nav>
        <ul className={styles.ways}>
          <li>{identity.contactEmail}</li>
          <li>{identity.phone}</li>
          <li>{answer}</li>
        </ul>
      </div>
    </dialog>
  );
}

/** Detects the second tap of a double tap on the burger, which would hit the close button that appears there. */
function isSecondTap({ detail }: MouseEvent): boolean {
  return detail > 1;
}

function Person() {
  const { profile } = useSite();
  return (
    <div className={styles.person}>
      <Portrait className={styles.portrait} />
      <p>
        <strong data-profile="name">{profile.name}</strong>
        <span data-profile="metier">{profile.metier}</span>
      </p>
    </div>
  );
}
