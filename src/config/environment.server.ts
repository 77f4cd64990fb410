import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.server.ts';
import { decodeUtf8 } from './decode-utf8.ts';

/** The settings file, in the working folder. */
export const SETTINGS_FILE = '.env';

/** Says that `.env` exists and cannot be read. */
export class SettingsFileError extends Error {
  override name = 'SettingsFileError';
  /** The system's code, or `NOT_UTF8`. */
  readonly code: string | undefined;
  /** Target of `.env` if it is a link. */
  readonly target: string | undefined;

  constructor(cause: NodeJS.ErrnoException, target: string | undefined) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.target = target;
  }
}

/**
 * Reads the site's settings: `.env` in the working folder, then the process's variables, which override it. Values of `.env`
 * stay out of `process.env`: child processes would inherit its passwords.
 * @throws {ConfigError} see {@link readConfig}
 * @throws {SettingsFileError}
 */
export function readEnvironment(): Config {
  return readConfig({ ...parseEnv(settingsText()), ...process.env });
}

/** Reads `.env` itself, because `loadEnvFile` reports an unreadable file as missing. */
function settingsText(): string {
  try {
    const text = decodeUtf8(readFileSync(SETTINGS_FILE));
    if (text === undefined) throw Object.assign(new Error('not UTF-8'), { code: 'NOT_UTF8' });
    return text;
  } catch (error) {
    const isLink = lstatSync(SETTINGS_FILE, { throwIfNoEntry: false })?.isSymbolicLink();
    const cause = error as NodeJS.ErrnoException;
    if (cause.code === 'ENOENT' && !isLink) return '';
    throw new SettingsFileError(cause, isLink ? readlinkSync(SETTINGS_FILE) : undefined);
  }
}
