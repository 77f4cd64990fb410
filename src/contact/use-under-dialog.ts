import { useSyncExternalStore } from 'react';

/** Tells whether a dialog lies over the page. */
export function useUnderDialog(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.querySelector('dialog[open]') !== null,
    () => false,
  );
}

/** A dialog also disappears with its page, without an event. */
function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}
