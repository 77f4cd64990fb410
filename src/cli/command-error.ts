import { type ExitCode, exitCodes } from './exit-codes.ts';

/** Ends a command: its message tells the operator what is wrong and what to do, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(outcome: keyof typeof exitCodes, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCodes[outcome];
  }
}
