import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Text for assistive technology only; live, it is said whenever it changes. */
export function VisuallyHidden({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <span className={styles.hidden} aria-live={live ? 'polite' : undefined}>
      {children}
    </span>
  );
}
