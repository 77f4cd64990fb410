import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { type Config, readConfig } from './config.server.ts';

/**
 * The only reader of the site's settings: `.env` in the working folder, then the process's own variables, which win.
 * @throws {ConfigError} see {@link readConfig}
 */
export function readEnvironment(): Config {
  if (existsSync('.env')) loadEnvFile('.env');
  return readConfig(process.env);
}
