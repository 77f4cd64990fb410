import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** What outlives the page that made it. */
interface Persistent {
  made: Map<unknown, unknown>;
  /** Shows something over every page from now on. */
  show: (node: ReactNode) => void;
}

const PersistentContext = createContext<Persistent | null>(null);

/** Stands around the pages, and keeps for them what must not end when one of them is left. */
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
 * Something that is made when a page first needs it, and found again whenever the page comes back.
 * @param make makes it; by this function it is found again
 * @param view what of it is seen, on whatever page
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once; it follows what was made by itself.
  useEffect(() => persistent.show(view(made)), [persistent, made]);
  return made;
}
