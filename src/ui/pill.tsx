import type { ComponentProps } from 'react';
import styles from './pill.module.css';

/** `solid` and `outline` for the page, `bright` and `ghost` for dark grounds. */
export type PillLook = 'solid' | 'outline' | 'bright' | 'ghost';

interface PillLinkProps extends ComponentProps<'a'> {
  href: string;
  look: PillLook;
}

export function PillLink({ look, children, ...rest }: PillLinkProps) {
  return (
    <a {...rest} className={`${styles.pill} ${styles[look]}`}>
      {children}
    </a>
  );
}

interface PillButtonProps extends ComponentProps<'button'> {
  look: PillLook;
}

/** Shows a pill-shaped button; `type` is `button` by default. */
export function PillButton({ look, type = 'button', ...rest }: PillButtonProps) {
  return <button {...rest} type={type} className={`${styles.pill} ${styles[look]}`} />;
}
