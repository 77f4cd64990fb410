import { useState, useSyncExternalStore } from 'react';

/** Whether this component came with the server's document; false when the browser made it. Never changes. */
export function useFromServer(): boolean {
  const hydrating = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  return useState(hydrating)[0];
}
