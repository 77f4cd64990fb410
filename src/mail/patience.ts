export interface Patience {
  /** Waits for this work, though not for ever: false when it goes on by itself. Throws what fails while it is waited for. */
  wait(work: Promise<void>): Promise<boolean>;
  /** How many works go on by themselves. */
  readonly left: number;
  /** Waits for all of these. */
  end(): Promise<void>;
}

/**
 * @param ms how long one work is waited for
 * @param onFailure told of a failure that nobody waited for
 */
export function createPatience(ms: number, onFailure: (error: unknown) => void): Patience {
  const left = new Set<Promise<void>>();
  return {
    async wait(work) {
      const late = Promise.withResolvers<boolean>();
      const timer = setTimeout(late.resolve, ms, false);
      const inTime = await Promise.race([work.then(() => true), late.promise]).finally(() =>
        clearTimeout(timer),
      );
      if (inTime) return true;
      const rest = work.catch(onFailure).finally(() => left.delete(rest));
      left.add(rest);
      return false;
    },
    get left() {
      return left.size;
    },
    async end() {
      await Promise.all(left);
    },
  };
}
