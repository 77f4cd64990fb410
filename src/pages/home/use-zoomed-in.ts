import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  const view = window.visualViewport;
  view?.addEventListener('resize', changed);
  return () => view?.removeEventListener('resize', changed);
}

/** Tells whether two fingers have enlarged the page, so that one finger has to move it. Browsers round a little. */
export function useZoomedIn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => Number(window.visualViewport?.scale) > 1.01,
    () => false,
  );
}
