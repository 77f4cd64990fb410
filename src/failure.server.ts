import { dirname, join } from 'node:path';
import { type Config, ConfigError } from './config/config.server.ts';
import { SettingsFileError } from './config/environment.server.ts';
import { ContentError } from './content-check/content-check.server.ts';
import { failures, postgresFixes, settingsFailures, startFailures, storeFailures } from './failure-words.ts';
import { fileBlockers, storeBlockers } from './storage/blockers.server.ts';
import {
  isBusy,
  isDiskFull,
  MigrationFailedError,
  resultCodeOf,
  resultCodes,
  StorageUnavailableError,
} from './storage/errors.server.ts';
import { sqliteFile } from './storage/files.server.ts';
import { StoreInUseError } from './storage/restore.server.ts';
import { UnsoundStoreError } from './storage/sqlite/inspect.server.ts';

/** The exit codes of the command line; its help has the same table. */
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

const BUILT_SITE = join(import.meta.dirname, '..', 'dist');

/**
 * Explains any failure of a start or a command to the operator, with the remedy.
 * @param config undefined if it could not be read
 */
export async function explainFailure(error: unknown, config: Config | undefined): Promise<CommandError> {
  if (error instanceof CommandError) return error;
  if (error instanceof ContentError) return new CommandError('failure', error.message);
  if (error instanceof ConfigError)
    return new CommandError('failure', settingsFailures.wrong(error.problems));
  if (error instanceof SettingsFileError)
    return new CommandError('failure', settingsFailures.unreadable(error.code, error.target));
  if (error instanceof UnsoundStoreError)
    return new CommandError('unavailable', failures.unsound(error.message));
  if (error instanceof StoreInUseError)
    return new CommandError('refused', failures.inUse(error.file, fileBlockers(error.file)));
  const { code, path, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND' || (code === 'ENOENT' && path?.startsWith(BUILT_SITE)))
    return new CommandError('failure', `${startFailures.noBuild}\n${message}`);
  if (code === 'ENOENT' && path !== undefined) return new CommandError('notFound', failures.noSuchFile(path));
  // Only errors about files name a path; an error of writing to an open file does not.
  if (path !== undefined || code === 'ENOSPC') return new CommandError('failure', failures.file(message));
  const ofAddress = config && (syscall === 'listen' || syscall === 'getaddrinfo');
  if (ofAddress) return new CommandError('failure', explainAddress(code, config));
  const ofStore = config && (await explainStore(error, config));
  if (ofStore !== undefined) return new CommandError('unavailable', ofStore);
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CommandError('failure', failures.unexpected(detail));
}

/** Explains why the server cannot listen at HOST and PORT, or at SOCKET. */
function explainAddress(code: string | undefined, { host, port, socket }: Config): string {
  if (socket) return startFailures.socketFailed(socket, code);
  if (code === 'EADDRINUSE') return startFailures.portInUse(host, port);
  if (code === 'EACCES') return startFailures.portForbidden(port);
  return startFailures.hostUnknown(host);
}

/** Reasons that say more than SQLite does, by result code. */
const reasonByResultCode: Readonly<Record<number, keyof typeof storeFailures>> = {
  [resultCodes.readOnly]: 'unwritable-file',
  [resultCodes.cannotOpen]: 'unwritable-file',
  [resultCodes.corrupt]: 'damaged',
  [resultCodes.notADatabase]: 'damaged',
};

/** Explains a failure of the store; undefined for any other failure. */
async function explainStore(error: unknown, config: Config): Promise<string | undefined> {
  const { dataDir } = config;
  // A linked store is on another disk than its link.
  const folder = dirname(sqliteFile(dataDir));
  if (error instanceof StorageUnavailableError) {
    const { reason, causeCode } = error;
    if (reason === 'unreachable') return explainPostgres(causeCode);
    if (reason === 'busy') return explainLock(config);
    return storeFailures[reason](reason === 'full' ? folder : dataDir, causeCode);
  }
  const cause = error instanceof MigrationFailedError ? error.cause : error;
  if (isBusy(cause)) return explainLock(config);
  if (isDiskFull(cause, folder)) return storeFailures.full(folder);
  const resultCode = resultCodeOf(cause);
  const reason = reasonByResultCode[resultCode ?? 0];
  if (reason) return storeFailures[reason](dataDir, '');
  const { severity, code, message } = (cause ?? {}) as Record<string, unknown>;
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return explainPostgres(code);
  // PostgreSQL's own errors, and no others, have a severity.
  if (typeof severity === 'string') {
    if (code === NO_CONNECTION) return explainPostgres(code);
    if (code === DISK_FULL) return failures.databaseFull;
    return code === READ_ONLY ? failures.databaseReadOnly : failures.databaseRefused(`${message}`);
  }
  // Anything else that SQLite refuses in a migration is the fault of that migration.
  return resultCode !== undefined && cause === error ? failures.databaseRefused(`${message}`) : undefined;
}

/** Names who has the lock that a program waited for (R21). */
async function explainLock(config: Config): Promise<string> {
  const blockers = await storeBlockers(config);
  return config.databaseUrl
    ? failures.lockedDatabase(blockers)
    : failures.lockedFile(sqliteFile(config.dataDir), blockers);
}

const READ_ONLY = '25006';
const DISK_FULL = '53100';
/** Also the code of a limit of the account or the database, which lets a first connection through. */
const NO_CONNECTION = '53300';

/** @param code of the server, the system or TLS */
function explainPostgres(code: string): string {
  const [, fix] = postgresFixes.find(([pattern]) => pattern.test(code)) ?? [];
  return failures.postgresUnreachable(code, fix ?? failures.postgresSilent);
}
