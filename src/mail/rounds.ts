export interface Rounds {
  /** Runs rounds until one was not interrupted; asked during a round, interrupts it. Throws what a round throws. */
  run(): Promise<void>;
  /** Asks for another round after this one. */
  interrupt(): void;
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
    async run() {
      if (ending) return;
      again = true;
      running ??= rounds();
      await running;
    },
    interrupt() {
      again = true;
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
