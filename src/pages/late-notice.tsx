import { useEffect, useState } from 'react';
import { pageNotices } from '../content/labels.ts';
import styles from '../ui/floating-words.module.css';

/** How long nothing may seem to happen after a link was followed, in milliseconds. */
const LATE_AFTER_MS = 800;

/** At the bottom, as the top may speak of a message, and above the way back to the top. */
const place = { top: 'auto', bottom: '5rem', maxWidth: '90vw', border: '1px solid #0000', zIndex: 19 };

/** Says that a page takes its time, once it does. An alert is read out even when it comes with its words. */
export function LateNotice() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isLate && (
      <p role="alert" className={styles.words} style={place}>
        {pageNotices.late}
      </p>
    )
  );
}
