/** Tasks that are waited for up to a limit; a slower one goes on in the background. */
export interface DetachableWork {
  /**
   * Waits for a task up to the limit.
   * @returns false when it goes on in the background
   * @throws what the task throws while it is waited for
   */
  waitOrDetach(task: Promise<void>): Promise<boolean>;
  /** How many tasks go on in the background. */
  readonly detached: number;
  /** Waits for those that are in the background now. */
  settled(): Promise<void>;
}

/**
 * Waits for each task up to `ms`; a slower one goes on in the background.
 * @param onFailure told of a failure in the background
 */
export function createDetachableWork(ms: number, onFailure: (error: unknown) => void): DetachableWork {
  const detached = new Set<Promise<void>>();
  return {
    async waitOrDetach(task) {
      const late = Promise.withResolvers<boolean>();
      const timer = setTimeout(late.resolve, ms, false);
      const inTime = await Promise.race([task.then(() => true), late.promise]).finally(() =>
        clearTimeout(timer),
      );
      if (inTime) return true;
      const rest = task.catch(onFailure).finally(() => detached.delete(rest));
      detached.add(rest);
      return false;
    },
    get detached() {
      return detached.size;
    },
    async settled() {
      await Promise.all(detached);
    },
  };
}
