import type { ComponentProps } from 'react';
import styles from './buttons.module.css';

/** Shows a round button with an icon; `aria-label` or hidden text has to name it. It needs JavaScript. */
export function IconButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={`${styles.button} ${className}`} />;
}

/** `solid` and `outline` are for the page, `bright` and `ghost` for dark grounds. */
interface Look {
  look: 'solid' | 'outline' | 'bright' | 'ghost';
}

export function PillLink({ look, children, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <a {...rest} className={`${styles.pill} ${styles[look]}`}>
      {children}
    </a>
  );
}

export function PillButton({ look, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button {...rest} type={type} className={`${styles.pill} ${styles[look]}`} />;
}

export function PillRow({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`${styles.actions} ${className}`} />;
}
