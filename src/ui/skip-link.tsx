import styles from './floating-words.module.css';

/** First stop of the keyboard (PAGE-4): goes past the header. */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a className={styles.words} href={`#${target}`}>
      {children}
    </a>
  );
}
