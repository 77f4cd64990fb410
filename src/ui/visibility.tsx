import type { ReactNode } from 'react';
import visibility from './visibility.module.css';

/** A text for assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visibility.hidden}>{children}</span>;
}
