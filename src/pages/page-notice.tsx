import styles from '../ui/floating-words.module.css';

/**
 * At the bottom, as the top may speak of a message, and above the way back to the top. Not in a style sheet: each document would
 * bring what hardly any visitor sees.
 */
const place = { top: 'auto', bottom: '5rem', maxWidth: '90vw', border: '1px solid #0000', zIndex: 19 };

/** Says that a page takes its time, or cannot be had. An alert is read out even when it comes with its words. */
export function PageNotice({ children }: { children: string }) {
  return (
    <p role="alert" className={styles['words']} style={place}>
      {children}
    </p>
  );
}
