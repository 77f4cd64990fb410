import { useLayoutEffect, useRef } from 'react';
import { completePresentation } from './presentation-html.ts';

declare global {
  /** Trusted Types (W3C), which some browsers lack. */
  var trustedTypes:
    | {
        emptyHTML: string;
        createPolicy(name: string, rules: { createScript(text: string): string }): typeof rules;
      }
    | undefined;
}

/** Trusted Types allow React only this empty value, so an effect writes the content. */
const nothing = { __html: globalThis.trustedTypes?.emptyHTML ?? '' };

/**
 * Shows the presentation (HOME-5). React keeps the content that came with the document, cleaned by the server or the gate.
 * Elsewhere the browser writes it through a sanitiser, never unchecked through innerHTML.
 */
export function Presentation({ html, className }: { html: string; className: string }) {
  const element = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (element.current) completePresentation(element.current, html);
  }, [html]);

  return (
    <div
      ref={element}
      className={className}
      data-profile="presentation"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleans it (profile.server.ts).
      dangerouslySetInnerHTML={typeof document === 'undefined' ? { __html: html } : nothing}
    />
  );
}
