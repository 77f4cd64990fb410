import styles from './floating-words.module.css';

/** Shows the link past the header, the first stop of the keyboard (PAGE-4). */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a className={styles.words} href={`#${target}`}>
      {children}
    </a>
  );
}
