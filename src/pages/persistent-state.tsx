import { createContext, type ReactNode, useState } from 'react';

/** Holds state that outlives the page that created it, and what that state displays. */
interface Persistent {
  made: Map<unknown, unknown>;
  /** Shows something over every page from now on. */
  show: (node: ReactNode) => void;
}

/** Where a page finds it, by `usePersistent`: that is a file of its own, as the home needs none of it. */
export const PersistentContext = createContext<Persistent | null>(null);

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
