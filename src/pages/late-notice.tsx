import { useEffect, useState } from 'react';
import { latePage } from '../content/labels.ts';
import styles from './floating-words.module.css';

/** Time between a followed link and the notice, in milliseconds. */
const LATE_AFTER_MS = 800;

/** Says that a page is slow to load, once it is. An alert is read out even if it is inserted with its text. */
export function LateNotice() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isLate && (
      <p role="alert" className={styles.late}>
        {latePage}
      </p>
    )
  );
}
