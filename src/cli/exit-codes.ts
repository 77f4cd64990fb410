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
