import type { ComponentProps } from 'react';
import styles from './pill.module.css';

/** `solid` and `outline` for the page, `bright` and `ghost` for dark grounds. */
export type PillLook = 'solid' | 'outline' | 'bright' | 'ghost';

interface PillLinkProps extends ComponentProps<'a'> {
  href: string;
  look: PillLook;
  wide?: boolean;
}

/** Shows a pill-shaped link. */
export function PillLink({ look, wide = false, children, ...rest }: PillLinkProps) {
  return (
    <a {...rest} className={pillClass(look, wide)}>
      {children}
    </a>
  );
}

interface PillButtonProps extends ComponentProps<'button'> {
  look: PillLook;
  wide?: boolean;
}

/** Shows a pill-shaped button; `type` is `button` unless told otherwise. */
export function PillButton({ look, wide = false, type = 'button', ...rest }: PillButtonProps) {
  return <button {...rest} type={type} className={pillClass(look, wide)} />;
}

function pillClass(look: PillLook, wide: boolean): string {
  return [styles.pill, styles[look], wide && styles.wide].filter(Boolean).join(' ');
}
