import type { ComponentProps, MouseEventHandler, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './pill.module.css';

/** `solid` and `outline` for the page, `bright` and `ghost` for dark grounds. */
export type PillLook = 'solid' | 'outline' | 'bright' | 'ghost';

interface PillLinkProps {
  href: string;
  look: PillLook;
  wide?: boolean;
  /** State of the history entry that the link makes. */
  state?: object;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
  children: ReactNode;
}

/** Shows a pill-shaped link inside the site. */
export function PillLink({ look, wide = false, ...rest }: PillLinkProps) {
  return <Link {...rest} className={pillClass(look, wide)} />;
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
