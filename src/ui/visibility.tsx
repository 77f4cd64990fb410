import type { ReactNode } from 'react';
import visibility from './visibility.module.css';

/** Shows a text to assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visibility.hidden}>{children}</span>;
}
