import { useLayoutEffect, useRef, useState } from 'react';
import { useFromServer } from '../ui/use-from-server.ts';
import { fetchPurify } from './fetch-purify.ts';
import { writeSafeHtml } from './sanitizer.ts';

interface PresentationProps {
  /** HTML, already clean when it comes from the server. */
  html: string;
  className?: string | undefined;
}

/**
 * The presentation (HOME-5). The server's HTML, cleaned there, is taken over as it is; whatever the browser writes
 * itself goes through a sanitiser, never through innerHTML, which Trusted Types forbid.
 */
export function Presentation({ html, className }: PresentationProps) {
  const element = useRef<HTMLDivElement>(null);
  const fromServer = useFromServer();
  // The same object at every render, or React would write the HTML again.
  const [rendered] = useState(() => (fromServer ? { dangerouslySetInnerHTML: { __html: html } } : {}));

  useLayoutEffect(() => {
    const target = element.current;
    if (!target || (target.innerHTML === html && !target.hidden)) return;
    if (!writeSafeHtml(target, html)) void fetchPurify().then(({ purifyInto }) => purifyInto(target, html));
  }, [html]);

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
