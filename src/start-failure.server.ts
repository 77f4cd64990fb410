import { type Config, ConfigError } from './config/config.server.ts';
import { SettingsFileError } from './config/environment.server.ts';
import { settingsUnreadable, startUpErrors } from './content/operator.ts';
import { explainStoreFailure } from './storage/errors.server.ts';

/**
 * Explains a failed start to the operator, with the remedy.
 * @param config undefined if it could not be read, or if the failure has nothing to do with it
 */
export function explainStartFailure(error: unknown, config: Config | undefined): string {
  if (error instanceof ConfigError) return startUpErrors.config(error.problems);
  if (error instanceof SettingsFileError) return settingsUnreadable(error.code, error.target);
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ERR_MODULE_NOT_FOUND')
    return `${startUpErrors.noBuild}\n${String(error)}`;
  if (!config) return String(error);
  const ofStore = explainStoreFailure(error, config.dataDir);
  if (ofStore !== undefined) return ofStore;
  switch (code) {
    case 'EADDRINUSE':
      return startUpErrors.portInUse(config.host, config.port);
    case 'EACCES':
      return startUpErrors.portForbidden(config.port);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return startUpErrors.hostUnknown(config.host);
    default:
      return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
