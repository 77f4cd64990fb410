import { type ReactNode, useContext, useEffect, useState } from 'react';
import { PersistentContext } from './persistent-state.tsx';

/**
 * Gives a value that is created when a page first needs it, and found again whenever the page comes back.
 * @param make creates the value; also its key: the same function always gives the same value
 * @param view what the value displays, on every page
 * @throws Error outside of a PersistentProvider
 */
export function usePersistent<T, Start>(
  make: (start: Start) => T,
  start: Start,
  view: (made: T) => ReactNode,
): T {
  const persistent = useContext(PersistentContext);
  if (!persistent) throw new Error('usePersistent needs a PersistentProvider above it');
  const [made] = useState(() => {
    if (!persistent.made.has(make)) persistent.made.set(make, make(start));
    return persistent.made.get(make) as T;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once; it follows the value by itself.
  useEffect(() => persistent.show(view(made)), [persistent, made]);
  return made;
}
