import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true });
  return () => window.removeEventListener('scroll', changed);
}

/** Tells whether the page is scrolled beyond `threshold` pixels, not just to them; undefined before scripts can tell. */
export function useScrolledPast(threshold: number): boolean | undefined {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > threshold,
    () => undefined,
  );
}
