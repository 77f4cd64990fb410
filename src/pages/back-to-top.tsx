import { backToTop } from '../content/specified-texts.ts';
import { ArrowUpIcon } from '../theme/icons.tsx';
import styles from './back-to-top.module.css';
import { scrollToTop } from './scroll.ts';

/** Offers the way back to the top, in the bar, which is fixed: it lies over nothing (PAGE-3). */
export function BackToTop() {
  return (
    <button type="button" className={styles.button} aria-label={backToTop} onClick={goToTop}>
      <ArrowUpIcon size={20} />
      <span className={styles.label}>{backToTop}</span>
    </button>
  );
}

/** Moves the focus to the top too: the button that has it disappears there. */
function goToTop(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
  scrollToTop(window, 'smooth');
}
