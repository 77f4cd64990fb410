import { type Config, ConfigError } from '../config/config.server.ts';
import { SettingsFileError } from '../config/environment.server.ts';
import { failures } from '../content/cli.ts';
import { copyWords } from '../content/cli-advanced.ts';
import { settingsUnreadable, startUpErrors } from '../content/operator.ts';
import { CopyRefusedError } from '../storage/copy.server.ts';
import { explainStoreFailure } from '../storage/errors.server.ts';
import { StoreInUseError } from '../storage/restore.server.ts';
import { UnsoundStoreError } from '../storage/sqlite/inspect.server.ts';

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

  constructor(outcome: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[outcome];
  }
}

/** Explains any error of a command to the operator. `config` is undefined if it could not be read. */
export function explainFailure(error: unknown, config: Config | undefined): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigError) return new CommandError('failure', startUpErrors.config(error.problems));
  if (error instanceof SettingsFileError)
    return new CommandError('failure', settingsUnreadable(error.code, error.target));
  if (error instanceof UnsoundStoreError)
    return new CommandError('unavailable', failures.unsound(error.message));
  if (error instanceof StoreInUseError) return new CommandError('refused', failures.inUse);
  if (error instanceof CopyRefusedError)
    return new CommandError(
      error.found === undefined ? 'failure' : 'refused',
      copyWords.refused(error.table, error.found),
    );
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new CommandError('notFound', failures.noSuchFile(path ?? ''));
  // Only errors about files name a path; an error of writing to an open file does not.
  if (path !== undefined || code === 'ENOSPC') return new CommandError('failure', failures.file(message));
  const ofStore = explainStoreFailure(error, config?.dataDir ?? '');
  if (ofStore !== undefined) return new CommandError('unavailable', ofStore);
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CommandError('failure', failures.unexpected(detail));
}
