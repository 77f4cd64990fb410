import { useLayoutEffect, useRef } from 'react';
import { writeSafeHtml } from './sanitizer.ts';

interface PresentationProps {
  /** HTML, already clean when it comes from the server. */
  html: string;
  /**
   * The element that came with the document. React makes another when something else, such as a translation, changed the page.
   */
  shown: HTMLElement | null;
  className?: string;
}

declare global {
  /** Trusted Types (W3C), absent from some browsers. */
  var trustedTypes: { emptyHTML: string } | undefined;
}

/** React writes this empty value, and the effect writes the content. Trusted Types allow React no other value. */
const nothing = { __html: globalThis.trustedTypes?.emptyHTML ?? '' };

/**
 * Shows the presentation (HOME-5). React keeps the content that came with the document, cleaned by the server or by the gate.
 * Elsewhere the browser writes the content through a sanitiser, never through innerHTML.
 */
export function Presentation({ html, shown, className }: PresentationProps) {
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    if (shown && shown !== target) {
      // A copy, since the visitor may come back to the page more than once.
      target.replaceChildren(...shown.cloneNode(true).childNodes);
      target.hidden = shown.hidden;
    }
    // Hidden: the gate had no sanitiser for an answer that differs.
    if ((target.firstChild && !target.hidden) || writeSafeHtml(target, html)) return;
    import('./purify.ts').then(
      ({ purifyInto }) => purifyInto(target, html),
      () => {
        // The server's older text is better than none.
        target.hidden = false;
      },
    );
  }, [html, shown]);

  return (
    <div
      ref={element}
      className={className}
      data-profile="presentation"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleans it (clean-presentation.server.ts).
      dangerouslySetInnerHTML={typeof document === 'undefined' ? { __html: html } : nothing}
    />
  );
}
