import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

/** Shows a round button that holds an icon; its name is given by `aria-label` or by hidden text. Needs JavaScript. */
export function IconButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={`${styles.button} ${className ?? ''}`} />;
}
