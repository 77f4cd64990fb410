import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** Holds state that outlives the page that created it, and what that state displays. */
interface Persistent {
  made: Map<unknown, unknown>;
  /** Shows something over every page from now on. */
  show: (node: ReactNode) => void;
}

const PersistentContext = createContext<Persistent | null>(null);

/** Stands around the pages and keeps for them the state that must not end when one of them is left. */
export function PersistentProvider({ children }: { children: ReactNode }) {
  const [shown, show] = useState<ReactNode>(null);
  const [persistent] = useState<Persistent>(() => ({ made: new Map(), show }));
  return (
    <PersistentContext value={persistent}>
      {children}
      {shown}
    </PersistentContext>
  );
}

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
