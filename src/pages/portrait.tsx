import { home } from '../content/home.ts';
import styles from './portrait.module.css';

/** The administrator's portrait, in a circle. */
export function Portrait({ className }: { className: string }) {
  return (
    <img
      className={`${styles.portrait} ${className}`}
      src="/images/avatar.svg"
      alt={home.avatarAlt}
      width={128}
      height={128}
    />
  );
}
