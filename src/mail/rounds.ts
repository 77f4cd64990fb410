/** Rounds of work that never overlap. */
export interface Rounds {
  /**
   * Runs rounds until one was not interrupted; during a round, interrupts it. Under steady traffic the rounds do not end:
   * callers that do not need the end use `interrupt` instead of waiting.
   * @throws what a round throws
   */
  run(): Promise<void>;
  /** Asks for another round after this one. */
  interrupt(): void;
  readonly running: boolean;
  readonly interrupted: boolean;
  /** Lets the present round end and begins no other. */
  end(): Promise<void>;
}

/** Runs one round at a time, however often it is asked for. */
export function createRounds(round: () => Promise<void>): Rounds {
  let running: Promise<void> | undefined;
  let again = false;
  let ending = false;

  async function rounds(): Promise<void> {
    try {
      do {
        again = false;
        await round();
      } while (again && !ending);
    } finally {
      running = undefined;
    }
  }

  return {
    run() {
      if (ending) return Promise.resolve();
      again = true;
      running ??= rounds();
      return running;
    },
    interrupt() {
      again = true;
    },
    get running() {
      return running !== undefined;
    },
    get interrupted() {
      return again || ending;
    },
    async end() {
      ending = true;
      await running?.catch(() => {});
    },
  };
}
