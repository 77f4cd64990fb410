import { useLayoutEffect, useRef, useState } from 'react';
import { useFromServer } from '../ui/use-from-server.ts';
import { fetchPurify } from './fetch-purify.ts';
import { writeSafeHtml } from './sanitizer.ts';

interface PresentationProps {
  /** HTML, already clean when it comes from the server. */
  html: string;
  /** Whether the document came with it. */
  first: boolean;
  className?: string;
}

/**
 * The presentation (HOME-5). What stands in the document, cleaned by the server or by the gate, is taken over as it is, also
 * when React makes the page anew because something else changed it; whatever the browser writes itself goes through a
 * sanitiser, never through innerHTML, which Trusted Types forbid.
 */
export function Presentation({ html, first, className }: PresentationProps) {
  const element = useRef<HTMLDivElement>(null);
  const fromServer = useFromServer();
  // The same object at every render, or React would write the HTML again.
  const [rendered] = useState(() => (fromServer ? { dangerouslySetInnerHTML: { __html: html } } : {}));
  const [standing] = useState(() => (first ? standingPresentation() : null));

  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    if (standing && standing !== target) target.append(...standing.childNodes);
    // Hidden: the gate had no sanitiser for an answer that differs.
    if ((standing && !standing.hidden) || writeSafeHtml(target, html)) return;
    fetchPurify().then(
      ({ purifyInto }) => purifyInto(target, html),
      () => {
        // What the server knew is better than nothing.
        target.hidden = false;
      },
    );
  }, [html, standing]);

  // Not compared while hydrating: the effect above sees to the content, and React would parse the HTML to compare it.
  return (
    <div
      ref={element}
      className={className}
      data-profile="presentation"
      suppressHydrationWarning
      {...rendered}
    />
  );
}

/** As the server sent it or the gate wrote it; null on the server. */
function standingPresentation(): HTMLElement | null {
  return typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLElement>('[data-profile=presentation]');
}
