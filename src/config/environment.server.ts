import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseEnv } from 'node:util';
import { type Config, ConfigError, environmentVariables, readConfig } from './config.server.ts';
import { decodeUtf8 } from './decode-utf8.ts';

export const SETTINGS_FILE = '.env';

export class SettingsFileError extends Error {
  override name = 'SettingsFileError';
  /** The system's code, or `NOT_UTF8`. */
  readonly code: string | undefined;
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
 */
export function readEnvironment(): Config {
  const settings = parseEnv(settingsText());
  refuseUnknownNames(Object.keys(settings));
  trustCertificates(settings[EXTRA_CERTIFICATES]);
  return readConfig({ ...settings, ...process.env });
}

/** Node reads this variable at its start, before the settings file. */
const EXTRA_CERTIFICATES = 'NODE_EXTRA_CA_CERTS';

/** Refuses names of the file that have a word of a known name, such as MAIL_TO: they would have no effect. */
function refuseUnknownNames(names: readonly string[]): void {
  const known = [...environmentVariables, EXTRA_CERTIFICATES];
  const words = known.flatMap((name) => [...name.split('_'), name.replaceAll('_', '')]);
  const resembles = (name: string) => words.some((word) => name.toUpperCase().split('_').includes(word));
  const unknown = names.filter((name) => !known.includes(name) && resembles(name));
  const expected = `un nom connu (${environmentVariables.join(', ')})`;
  if (unknown.length > 0) throw new ConfigError(unknown.map((variable) => ({ variable, expected })));
}

/** Trusts the certificates of a file as well, for mail and PostgreSQL. @throws the system's error when it cannot be read */
function trustCertificates(file: string | undefined): void {
  if (!file || process.env[EXTRA_CERTIFICATES]) return;
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
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
