import styles from './floating-words.module.css';

/** Offers the keyboard, first of all, the way past the header (PAGE-4). */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a className={styles.words} href={`#${target}`}>
      {children}
    </a>
  );
}
