/** Values by key, as many as there is room for. */
export interface RecentlyUsed<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/**
 * Keeps values by key; the one that came longest ago leaves first.
 * @param room how many are kept
 */
export function createRecentlyUsed<Value>(room: number): RecentlyUsed<Value> {
  const kept = new Map<string, Value>();
  /**
   * The one that came last need not be moved. Moved at each request it would be kept under the text of that request, and such
   * texts, one after the other, were most of what large collections of memory had to look for.
   */
  let last: { key: string; value: Value } | undefined;

  function put(key: string, value: Value): void {
    kept.delete(key);
    kept.set(key, value);
    last = { key, value };
  }

  return {
    get(key) {
      if (last?.key === key) return last.value;
      const value = kept.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set(key, value) {
      put(key, value);
      if (kept.size > room) kept.delete(kept.keys().next().value ?? '');
    },
    delete(key) {
      kept.delete(key);
      if (last?.key === key) last = undefined;
    },
  };
}
