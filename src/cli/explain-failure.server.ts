import { accessSync, constants } from 'node:fs';
import { type Config, ConfigError } from '../config/config.server.ts';
import { SettingsFileError } from '../config/environment.server.ts';
import { failures } from '../content/cli.ts';
import {
  databaseRefused,
  postgresUnreachable,
  settingsUnreadable,
  startUpErrors,
  storeUnavailable,
} from '../content/operator.ts';
import { engineError, isBusy, postgresRefusal, StorageUnavailableError } from '../storage/errors.ts';
import { isDiskFull } from '../storage/sqlite/disk-full.server.ts';
import { resultCodeOf, resultCodes } from '../storage/sqlite/result-codes.ts';
import { CommandError } from './command-error.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** How a command ends that failed. */
export interface Failure {
  exitCode: ExitCode;
  /** What is wrong and what to do about it. */
  message: string;
}

/** Gives the exit code of any error of a command, and words for the operator. `config` is undefined when it could not be read. */
export function explainFailure(error: unknown, config: Config | undefined): Failure {
  if (error instanceof CommandError) return { exitCode: error.exitCode, message: error.message };
  if (error instanceof ConfigError)
    return { exitCode: exitCodes.failure, message: startUpErrors.config(error.problems) };
  if (error instanceof SettingsFileError)
    return { exitCode: exitCodes.failure, message: settingsUnreadable(error.code, error.target) };
  if (error instanceof StorageUnavailableError) {
    return {
      exitCode: exitCodes.unavailable,
      message: storeUnavailable[error.reason](config?.dataDir ?? '', error.causeCode),
    };
  }
  return explainFileError(error) ?? explainDatabaseError(error, config) ?? unexpected(error);
}

function explainFileError(error: unknown): Failure | undefined {
  const { code } = error as { code?: unknown };
  const path = pathAtFault(error as { path?: string; dest?: string });
  const say = (message: string): Failure => ({ exitCode: exitCodes.failure, message });
  if (code === 'ENOENT') return { exitCode: exitCodes.notFound, message: failures.noSuchFile(path) };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return say(failures.forbiddenFile(path));
  if (code === 'EISDIR') return say(failures.isFolder(path));
  if (code === 'ENOSPC') return say(failures.full);
  return undefined;
}

/** A file that is copied or renamed is not at fault while it can be read. */
function pathAtFault({ path = '', dest }: { path?: string; dest?: string }): string {
  try {
    accessSync(path, constants.R_OK);
    return dest ?? path;
  } catch {
    return path;
  }
}

const sqliteFailures: Readonly<Record<number, string>> = {
  [resultCodes.corrupt]: failures.corrupt,
  [resultCodes.notADatabase]: failures.corrupt,
};

function explainDatabaseError(error: unknown, config: Config | undefined): Failure | undefined {
  const { code, message } = error as Record<string, unknown>;
  const resultCode = resultCodeOf(error);
  const { dataDir = '' } = config ?? {};
  if (isDiskFull(engineError(error), dataDir))
    return { exitCode: exitCodes.unavailable, message: failures.full };
  if (isBusy(error)) return { exitCode: exitCodes.unavailable, message: failures.busy };
  if (resultCode === resultCodes.readOnly || resultCode === resultCodes.cannotOpen) {
    return { exitCode: exitCodes.unavailable, message: storeUnavailable['unwritable-file'](dataDir) };
  }
  if (resultCode !== undefined) {
    return {
      exitCode: exitCodes.unavailable,
      message: sqliteFailures[resultCode] ?? databaseRefused(`${message}`),
    };
  }
  const refusal = postgresRefusal(error);
  if (refusal)
    return { exitCode: exitCodes.unavailable, message: databaseRefused(refusal.message, refusal.code) };
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') {
    return { exitCode: exitCodes.unavailable, message: postgresUnreachable(code) };
  }
  return undefined;
}

function unexpected(error: unknown): Failure {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: exitCodes.failure, message: failures.unexpected(detail) };
}
