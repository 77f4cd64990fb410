import { useLayoutEffect, useState } from 'react';
import { VisuallyHidden } from '../../ui/visibility.tsx';
import styles from './job-title.module.css';

/** Time between two letters in milliseconds; forty letters take less than two seconds. */
const LETTER_MS = 42;
/** The typing takes at most this long, because movement beyond five seconds needs a button to stop it (WCAG 2.2.2). */
const WHOLE_MS = 4500;

/** Typing needs a wide screen and a visitor who accepts motion. Browsers before 2023 do not know `width >= 600px`. */
const TYPED = '(min-width: 600px) and (prefers-reduced-motion: no-preference)';

interface JobTitleProps {
  text: string;
  opened: Promise<void>;
  /** Whether this page came with the document. */
  isFirst: boolean;
}

/**
 * Shows the job title letter by letter on wide screens (HOME-4). The page always holds the whole text once; untyped letters keep
 * their place, so that no line moves.
 */
export function JobTitle({ text, opened, isFirst }: JobTitleProps) {
  const typed = useTyping(text, opened, isFirst);
  return (
    <p className={styles.title}>
      {typed === null || typed >= text.length ? (
        <span data-profile="metier">{text}</span>
      ) : (
        <>
          <VisuallyHidden>{text}</VisuallyHidden>
          <span aria-hidden="true">
            <span className={styles.typed}>{text.slice(0, typed)}</span>
            <span className={styles.rest} data-rest={text.slice(typed)} />
          </span>
        </>
      )}
    </p>
  );
}

/**
 * Returns the number of typed code units; null if the text is not typed (HOME-4). Typing begins when the page is displayed. A
 * text shown before the script arrived stays, because the visitor may be reading it.
 */
function useTyping(text: string, opened: Promise<void>, isFirst: boolean): number | null {
  const [typed, setTyped] = useState<number | null>(null);

  useLayoutEffect(() => {
    const onDisplay = isFirst && document.documentElement.dataset['gate'] !== 'closed';
    if (onDisplay || !window.matchMedia(TYPED).matches) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let here = true;
    let count = 0;
    const typeOne = () => {
      // An emoji has two code units, and half of it would show as a broken sign.
      count += (text.codePointAt(count) ?? 0) > 0xffff ? 2 : 1;
      setTyped(count);
      if (count >= text.length) clearInterval(timer);
    };
    setTyped(0);
    void opened.then(() => {
      if (here) timer = setInterval(typeOne, Math.min(LETTER_MS, WHOLE_MS / text.length));
    });
    return () => {
      here = false;
      clearInterval(timer);
    };
  }, [text, opened, isFirst]);

  return typed;
}
