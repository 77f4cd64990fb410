import type { ReactNode } from 'react';
import styles from './section.module.css';
import text from './text.module.css';

interface OpeningProps {
  title: string;
  lead: string;
  children?: ReactNode;
  /** Stands beside the words, or below them if there is less room. */
  picture?: ReactNode;
}

/** Shows the top of a page: its title and what it is about. */
export function Opening({ title, lead, children, picture }: OpeningProps) {
  return (
    <div className={styles.opening}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={text.lead}>{lead}</p>
        {children}
      </div>
      {picture}
    </div>
  );
}

/** Shows a part of a page: its heading, with the content beside it, or below it if there is less room. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`${text.columns} ${styles.section}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>;
}
