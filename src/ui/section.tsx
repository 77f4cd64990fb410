import type { ReactNode } from 'react';
import styles from './section.module.css';

/** Shows a part of a page: its heading with the content beside it, or below it where there is less room. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Shows paragraphs, in lines of a length that is easy to read. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>;
}
