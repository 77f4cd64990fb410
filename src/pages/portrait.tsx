import { identity } from '../content/identity.ts';
import styles from './portrait.module.css';

/** Shows the administrator's portrait, in a circle. */
export function Portrait({ className }: { className: string }) {
  return (
    <img
      className={`${styles.portrait} ${className}`}
      src="/images/avatar.svg"
      alt={identity.portraitAlt}
      width={128}
      height={128}
    />
  );
}
