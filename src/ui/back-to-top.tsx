import { ArrowUpIcon } from '../theme/icons.tsx';
import styles from './back-to-top.module.css';
import { useScrolledPast } from './use-scrolled-past.ts';

/** Specification, section 9: in pixels. */
const THRESHOLD_PX = 300;

interface BackToTopProps {
  label: string;
  onActivate: () => void;
}

/** Offers the way back to the top, beyond 300 px of scroll only (PAGE-3). */
export function BackToTop({ label, onActivate }: BackToTopProps) {
  if (!useScrolledPast(THRESHOLD_PX)) return null;
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onActivate}>
      <ArrowUpIcon size={20} />
      <span className={styles.label}>{label}</span>
    </button>
  );
}
