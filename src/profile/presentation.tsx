import { useLayoutEffect, useRef, useState } from 'react';
import { useFromServer } from '../ui/use-from-server.ts';
import { allowedElements, allowedLinkAttributes } from './allowed-html.ts';
import { unlinkOtherSchemes, writeSafeHtml } from './sanitizer.ts';

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
  // One and the same object at every render, or React would write the HTML again.
  const [rendered] = useState(() => (fromServer ? { dangerouslySetInnerHTML: { __html: html } } : {}));

  useLayoutEffect(() => {
    const target = element.current;
    if (!target || (target.innerHTML === html && !target.hidden)) return;
    if (!writeSafeHtml(target, html)) void purifyInto(target, html);
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

/** For browsers without a sanitiser of their own; loaded only there. */
async function purifyInto(target: HTMLElement, html: string): Promise<void> {
  const { default: purify } = await import('dompurify');
  target.innerHTML = purify.sanitize(html, {
    ALLOWED_TAGS: [...allowedElements],
    ALLOWED_ATTR: [...allowedLinkAttributes, 'rel'],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_TRUSTED_TYPE: true,
  }) as unknown as string;
  unlinkOtherSchemes(target);
  target.hidden = false;
}
