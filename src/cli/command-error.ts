/** Lists the exit codes of the command line; its help has the same table. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  /** Nothing has this identifier, or several do. */
  notFound: 3,
  /** Not confirmed, or refused to protect data. */
  refused: 4,
  /** The store or the mail server cannot be used. */
  unavailable: 5,
} as const;

/** One of {@link exitCodes}. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command: its message tells the operator what is wrong and what to do, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(outcome: keyof typeof exitCodes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCodes[outcome];
  }
}
