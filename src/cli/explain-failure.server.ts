import { accessSync, constants } from 'node:fs';
import { type Config, ConfigError } from '../config/config.server.ts';
import { SettingsFileError } from '../config/environment.server.ts';
import { failures } from '../content/cli.ts';
import { settingsUnreadable, startUpErrors } from '../content/operator.ts';
import { explainStoreFailure } from '../storage/explain-failure.server.ts';
import { CommandError, type ExitCode, exitCodes } from './command-error.ts';

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
  const ofFile = explainFileError(error);
  if (ofFile) return ofFile;
  const ofStore = explainStoreFailure(error, config?.dataDir ?? '');
  if (ofStore !== undefined) return { exitCode: exitCodes.unavailable, message: ofStore };
  return unexpected(error);
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

function unexpected(error: unknown): Failure {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exitCode: exitCodes.failure, message: failures.unexpected(detail) };
}
