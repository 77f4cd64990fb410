import { backToTop } from '../content/specified-texts.ts';
import { ArrowUpIcon } from '../theme/icons.tsx';
import styles from './back-to-top.module.css';
import { scrollToTop } from './scroll.ts';
import { useScrolledPast } from './use-scrolled-past.ts';

/** Specification, section 9: in pixels. */
const THRESHOLD_PX = 300;

/** Offers the way back to the top, beyond 300 px of scroll only (PAGE-3). */
export function BackToTop() {
  if (!useScrolledPast(THRESHOLD_PX)) return null;
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
