import { execFile } from 'node:child_process';
import { readdir, realpath, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SETTINGS_FILE } from '../../config/environment.server.ts';
import { backupCheckWords, diskWords, filesWords } from '../../content/cli-doctor.ts';
import { formatSize } from '../format.ts';
import { keptStores } from '../store-access.server.ts';
import { shellQuote } from '../text.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const LITTLE_SPACE = 1e9;
const TOO_LITTLE_SPACE = 1e8;

/** Checks the room on the disk of the store (R6, docs/operations/faults.md). */
export const checkDisk: Check = async ({ config }) => {
  const disk = config.databaseUrl ? undefined : await statfs(config.dataDir).catch(() => undefined);
  if (!disk) return undefined;
  const free = disk.bavail * disk.bsize;
  const detail = diskWords.free(formatSize(free));
  if (free < TOO_LITTLE_SPACE) return problem(detail, diskWords.fix);
  return free < LITTLE_SPACE ? warning(detail, diskWords.fix) : ok(detail);
};

/**
 * Checks that the data folder and its files belong to this account alone: they hold what visitors wrote. The settings, with
 * their passwords, may belong to another that lets this one's group read them. Names stores that were left behind.
 */
export const checkFiles: Check = async ({ config, storage }) => {
  const open = await findOpen(storage && !config.databaseUrl ? config.dataDir : undefined);
  if (open || !storage) return open;
  const kept = await keptStores(config);
  const used = kept.find(({ inUse }) => inUse);
  if (used) return problem(filesWords.leftoverInUse(used.path), filesWords.leftoverInUseFix);
  const leftover = kept.flatMap(({ files }) => files);
  if (leftover.length > 0)
    return warning(
      filesWords.leftover(kept.map(({ path }) => path)),
      filesWords.leftoverFix(leftover.map(shellQuote).join(' ')),
    );
  return config.databaseUrl ? undefined : ok(filesWords.closed);
};

async function findOpen(dataDir: string | undefined): Promise<Finding | undefined> {
  const names = dataDir === undefined ? [] : ['.', ...(await readdir(dataDir))];
  const files = [
    ...names.map((name) => ({ file: join(dataDir ?? '', name), bits: 0o077, fix: 'go-rwx' })),
    { file: SETTINGS_FILE, bits: 0o007, fix: 'o-rwx' },
  ];
  for (const { file, bits, fix } of files) {
    const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
    if ((mode & bits) === 0) continue;
    const path = await realpath(file);
    return warning(filesWords.open(path, (mode & 0o777).toString(8)), filesWords.fix(shellQuote(path), fix));
  }
  return undefined;
}

const SYSTEMD_TIMEOUT_MS = 5_000;

/** Checks the daily copy of docs/operations/backup.md, as systemd knows its service and its timer; without them, nothing. */
export const checkBackup: Check = async () => {
  const words = backupCheckWords;
  const [service = '', timer = ''] = (
    await showUnits('vitrine-backup.service', 'vitrine-backup.timer')
  ).split('\n\n');
  if (propertyOf(service, 'LoadState') !== 'loaded') return undefined;
  const result = propertyOf(service, 'Result');
  if (result !== 'success') return problem(words.failed(String(result)), words.failedFix);
  if (propertyOf(timer, 'ActiveState') !== 'active') return warning(words.notOrdered, words.notOrderedFix);
  // systemd also says ‘success’ of a service that has not run since the machine started.
  const hasRun = propertyOf(service, 'ExecMainExitTimestamp') !== '';
  return hasRun ? ok(words.daily) : warning(words.notYet, words.notYetFix);
};

async function showUnits(...units: string[]): Promise<string> {
  const args = ['show', '--property=LoadState,ActiveState,Result,ExecMainExitTimestamp', ...units];
  const options = { timeout: SYSTEMD_TIMEOUT_MS };
  const shown = await promisify(execFile)('systemctl', args, options).catch(() => undefined);
  return shown?.stdout ?? '';
}

function propertyOf(unit: string, name: string): string | undefined {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
}
