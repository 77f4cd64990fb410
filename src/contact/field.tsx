import type { ReactNode } from 'react';
import { AlertIcon } from '../theme/icons.tsx';
import styles from './field.module.css';

/** Attributes that tie a control to its label, its hint and its error. */
export interface ControlProps {
  id: string;
  name: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  id: string;
  name: string;
  label: string;
  required: boolean;
  /** Empty if the value is valid. The line keeps its height, so that the button does not move during a press. */
  error: string;
  /** Whether the error is announced as it appears, for people who cannot see it. */
  live: boolean;
  /** Says what is expected, before any error and beside it. */
  hint?: string | undefined;
  /** A word at the right of the hint, such as a counter. */
  aside?: ReactNode;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Shows a labelled control. Text, icon and edge show an error, not colour alone (WCAG 1.4.1, 3.3.1). */
export function Field({
  id,
  name,
  label,
  required,
  error,
  live,
  hint,
  aside,
  className = '',
  children,
}: FieldProps) {
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const asideId = `${id}-aside`;
  return (
    <div className={`${styles.field} ${className}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {(hint || aside) && (
        <p className={styles.help}>
          {hint && <span id={hintId}>{hint}</span>}{' '}
          {aside && (
            <span id={asideId} className={styles.aside}>
              {aside}
            </span>
          )}
        </p>
      )}
      {children({
        id,
        name,
        className: styles.control,
        'aria-describedby':
          [error && errorId, hint && hintId, aside && asideId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <p className={styles.error} id={errorId} aria-live={live ? 'polite' : undefined}>
        {error && (
          <>
            <AlertIcon size={18} className={styles.icon} />
            {/* In an element of its own: a browser that translates the page replaces bare texts, which React then cannot remove. */}
            <span>{error}</span>
          </>
        )}
      </p>
    </div>
  );
}
