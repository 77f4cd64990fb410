import { useState } from 'react';

/**
 * What the field of this name holds in the server's document, which may have been typed before the script arrived; `initial`
 * when there is no such field. React would write its own text over it, and makes all of the form anew when something else,
 * a password manager or a translation, changed the page.
 */
export function useStandingValue(name: string, initial: string): string {
  return useState(() => standingValue(name) ?? initial)[0];
}

function standingValue(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  return document.querySelector<HTMLInputElement>(`form [name=${name}]`)?.value;
}
