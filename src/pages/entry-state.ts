import { useEffectEvent, useLayoutEffect, useState } from 'react';

/**
 * Keeps a value in the entry of the history, where Back, Forward and a reload find it (CAR-5).
 * @param key name of the value in the entry
 * @param first value for an entry without one, or with one of another type
 * @param linked returns the value that the address names
 */
export function useEntryState<T extends string | boolean>(
  key: string,
  first: T,
  linked?: () => string | undefined,
) {
  const [value, setValue] = useState<T extends string ? string : boolean>(first as never);
  const read = useEffectEvent(() => {
    const noted: unknown = history.state?.[key] ?? linked?.();
    if (typeof noted === typeof first) setValue(noted as never);
  });

  // Hydration must find the server's document, which knows no entry, so the value is read after it.
  useLayoutEffect(() => {
    const onPopState = () => read();
    onPopState();
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);

  function change(next: typeof value): void {
    setValue(next);
    try {
      history.replaceState({ ...history.state, [key]: next }, '');
    } catch {
      // Safari refuses a hundred changes in half a minute; the value then lasts as long as the page.
    }
  }
  return [value, change] as const;
}
