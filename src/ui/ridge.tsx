import styles from './ridge.module.css';

/** Two ridgelines that part one ground from the next: the far one fainter, the near one in the current colour. */
export function Ridge({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={`${styles['ridge']} ${className ?? ''}`}
      viewBox="0 0 1440 120"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className={styles['far']}
        d="M0 120V74l64-22 70 26 92-50 58 24 46-16 96 50 74-30 88-46 52 20 62-26 110 62 76-22 84 28 102-58 54 22 74-40 88 52 70-24 80 30V120Z"
      />
      <path d="M0 120V98l88-20 62 18 104-44 46 20 38-10 92 38 70-16 64 18 110-54 48 18 52-22 104 50 82-14 66 20 116-50 44 18 64-28 88 42 62-16 40 16V120Z" />
    </svg>
  );
}
