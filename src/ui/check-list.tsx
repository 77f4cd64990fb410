import { CheckIcon } from '../theme/icons.tsx';
import styles from './check-list.module.css';

/** Lists points, each behind a tick. */
export function CheckList({ points, className }: { points: readonly string[]; className: string }) {
  return (
    <ul className={`${styles.list} ${className}`}>
      {points.map((point) => (
        <li key={point}>
          <CheckIcon size={20} className={styles.check} />
          {point}
        </li>
      ))}
    </ul>
  );
}
