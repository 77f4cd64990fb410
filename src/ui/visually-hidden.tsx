import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Gives a text to assistive technology only; live, it is said whenever it changes. */
export function VisuallyHidden({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <span className={styles.hidden} aria-live={live ? 'polite' : undefined}>
      {children}
    </span>
  );
}
