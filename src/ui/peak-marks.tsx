import styles from './peak-marks.module.css';

/** Draws position marks as a small range, the peak of the shown slide filled; the words beside them say the same. */
export function PeakMarks({ count, active }: { count: number; active: number }) {
  const peaks = Array.from({ length: count }, (_, index) => index);
  return (
    <svg
      className={styles.marks}
      viewBox={`0 0 ${count * 20} 20`}
      width={count * 20}
      height={20}
      aria-hidden="true"
      focusable="false"
    >
      {peaks.map((index) => (
        <path
          key={index}
          className={index === active ? styles.active : undefined}
          d={index === active ? `M${index * 20 + 1} 18 l9-16 9 16z` : `M${index * 20 + 2} 18 l8-9 8 9z`}
        />
      ))}
    </svg>
  );
}
