import { type Config, ConfigError } from '../config/config.server.ts';
import { SettingsFileError } from '../config/environment.server.ts';
import { failures } from '../content/cli.ts';
import { settingsUnreadable, startUpErrors } from '../content/operator.ts';
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
    return new CommandError('unavailable', failures.unsound(error.detail));
  if (error instanceof StoreInUseError) return new CommandError('refused', failures.inUse);
  const ofFile = explainFileError(error as NodeJS.ErrnoException);
  if (ofFile) return ofFile;
  const ofStore = explainStoreFailure(error, config?.dataDir ?? '');
  if (ofStore !== undefined) return new CommandError('unavailable', ofStore);
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CommandError('failure', failures.unexpected(detail));
}

/** Explains Node's error about a file; `dest` is the target of a copy or a rename. */
function explainFileError({
  code,
  path = '',
  dest,
}: Partial<NodeJS.ErrnoException & { dest: string }>): CommandError | undefined {
  const files = dest === undefined ? path : `${path} → ${dest}`;
  if (code === 'ENOENT') return new CommandError('notFound', failures.noSuchFile(files));
  if (code === 'EISDIR') return new CommandError('failure', failures.notAFile(files));
  if (code === 'EEXIST') return new CommandError('refused', failures.fileExists(dest ?? path));
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new CommandError('failure', failures.forbiddenFile(files));
  return code === 'ENOSPC' ? new CommandError('failure', failures.full) : undefined;
}
