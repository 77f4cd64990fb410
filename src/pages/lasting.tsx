import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** What outlives the page that made it. */
interface Lasting {
  made: Map<unknown, unknown>;
  /** Shows something over every page from now on. */
  show: (node: ReactNode) => void;
}

const LastingContext = createContext<Lasting | null>(null);

/** Stands around the pages, and keeps for them what must not end when one of them is left. */
export function LastingProvider({ children }: { children: ReactNode }) {
  const [shown, show] = useState<ReactNode>(null);
  const [lasting] = useState<Lasting>(() => ({ made: new Map(), show }));
  return (
    <LastingContext value={lasting}>
      {children}
      {shown}
    </LastingContext>
  );
}

/**
 * Something that is made when a page first needs it, and found again whenever the page comes back.
 * @param make makes it; by this function it is found again
 * @param view what of it is seen, on whatever page
 * @throws Error outside of a LastingProvider
 */
export function useLasting<T, Start>(
  make: (start: Start) => T,
  start: Start,
  view: (made: T) => ReactNode,
): T {
  const lasting = useContext(LastingContext);
  if (!lasting) throw new Error('useLasting needs a LastingProvider above it');
  const [made] = useState(() => {
    if (!lasting.made.has(make)) lasting.made.set(make, make(start));
    return lasting.made.get(make) as T;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once; it follows what was made by itself.
  useEffect(() => lasting.show(view(made)), [lasting, made]);
  return made;
}
