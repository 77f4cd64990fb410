import { useEffectEvent, useLayoutEffect, useState } from 'react';

/**
 * Keeps a value in the entry of the history, where Back, Forward and a reload find it (CAR-5).
 * @param key its name in the entry
 * @param first the value of an entry that has none; another type in the entry counts as none
 * @param linked gives the value that the address names
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

  // After hydration, which must find the server's document: that knows nothing of the entry.
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
      // Safari refuses a hundred changes in half a minute: the value then lasts as long as the page.
    }
  }
  return [value, change] as const;
}
