import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.server.ts';
import { textOfFile } from './text-of-file.ts';

/** In the working folder. */
export const SETTINGS_FILE = '.env';

/** Thrown by {@link readEnvironment}: `.env` is there and cannot be read. */
export class SettingsFileError extends Error {
  override name = 'SettingsFileError';
  /** Why: the system's code, or `NOT_UTF8`. */
  readonly code: string | undefined;
  /** Where `.env` leads, when it is a link. */
  readonly target: string | undefined;

  constructor(cause: NodeJS.ErrnoException, target: string | undefined) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.target = target;
  }
}

/**
 * Reads the site's settings, as nothing else does: `.env` in the working folder, then the process's own variables, which win.
 * Those of `.env` are not put among the latter: programs that the process starts would get its passwords.
 * @throws {ConfigError} see {@link readConfig}
 * @throws {SettingsFileError}
 */
export function readEnvironment(): Config {
  return readConfig({ ...parseEnv(settingsText()), ...process.env });
}

/** Read here, because `loadEnvFile` says of a file that this account may not read that it is not there. */
function settingsText(): string {
  try {
    const text = textOfFile(readFileSync(SETTINGS_FILE));
    if (text === undefined) throw Object.assign(new Error('not UTF-8'), { code: 'NOT_UTF8' });
    return text;
  } catch (error) {
    const isLink = lstatSync(SETTINGS_FILE, { throwIfNoEntry: false })?.isSymbolicLink();
    const cause = error as NodeJS.ErrnoException;
    if (cause.code === 'ENOENT' && !isLink) return '';
    throw new SettingsFileError(cause, isLink ? readlinkSync(SETTINGS_FILE) : undefined);
  }
}
