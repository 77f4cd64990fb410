import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** A text for assistive technology only; if live, it is announced whenever it changes. */
export function VisuallyHidden({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <span className={styles.hidden} aria-live={live ? 'polite' : undefined}>
      {children}
    </span>
  );
}
