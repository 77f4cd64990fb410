import { useSyncExternalStore } from 'react';
import { type ColourMode, chosenMode } from '../theme/colour-mode.ts';

/** The mode that the visitor chose, followed as it changes; `system` on the server, which does not know it. */
export function useChosenMode(): ColourMode {
  return useSyncExternalStore(
    subscribe,
    () => chosenMode(window),
    () => 'system',
  );
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-mode'] });
  return () => observer.disconnect();
}
