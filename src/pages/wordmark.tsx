import { identity } from '../content/identity.ts';
import styles from './wordmark.module.css';

/** Shows the studio's logo, a sun behind a ridge, and its name. */
export function Wordmark() {
  return (
    <>
      <svg
        className={styles.sign}
        viewBox="0 0 32 32"
        width="32"
        height="32"
        aria-hidden="true"
        focusable="false"
      >
        <circle className={styles.sun} cx="20.5" cy="11.5" r="6.5" />
        <path d="M1 26 11.5 11l6 7.5 4-4.5L31 26Z" />
      </svg>
      <span className={styles.name}>{identity.studioName}</span>
    </>
  );
}
