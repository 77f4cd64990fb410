import styles from './ridge.module.css';

/** Draws two ridgelines that separate one ground from the next, the near one in the current colour, with a contour line. */
export function Ridge({ className }: { className?: string }) {
  return (
    <svg
      className={`${styles.ridge} ${className ?? ''}`}
      viewBox="0 0 1440 120"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        opacity={0.5}
        stroke="none"
        d="M0 120V66C120 58 190 24 310 30S480 78 590 66 760 10 900 18s180 48 290 36 160-34 250-26V120Z"
      />
      <path
        fill="none"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
        d="M0 79C115 77 195 43 320 47S510 91 625 80 810 33 945 39s195 59 295 47 115-38 200-34"
      />
      <path
        fill="currentColor"
        stroke="none"
        d="M0 120V92C110 96 200 60 330 64s210 40 330 30 200-38 330-34 210 44 300 32 110-18 150-20V120Z"
      />
    </svg>
  );
}
