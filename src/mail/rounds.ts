export interface Rounds {
  /**
   * Runs rounds until one was not interrupted; asked during a round, interrupts it. Throws what a round throws. Under steady
   * traffic the rounds do not end: whoever does not need the end interrupts instead of waiting.
   */
  run(): Promise<void>;
  /** Asks for another round after this one. */
  interrupt(): void;
  readonly running: boolean;
  readonly interrupted: boolean;
  /** Lets the present round end and begins no other. */
  end(): Promise<void>;
}

/** One round at a time, however often and by whomever it is asked for. */
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
