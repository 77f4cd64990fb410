import { useSyncExternalStore } from 'react';

/** Part of the window above which the section that is being read begins. */
const READING_LINE = 0.4;

/** Returns which of these sections is being read: the last that begins in the upper part of the window. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const begun = (id: string) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    return top < innerHeight * READING_LINE;
  };
  return useSyncExternalStore(
    subscribe,
    () => ids.findLast(begun) ?? ids[0],
    () => undefined,
  );
}

function subscribe(changed: () => void): () => void {
  const types = ['scroll', 'resize'];
  for (const type of types) addEventListener(type, changed, { passive: true });
  return () => {
    for (const type of types) removeEventListener(type, changed);
  };
}
