import { execFile } from 'node:child_process';
import { readdir, realpath, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SETTINGS_FILE } from '../../config/environment.server.ts';
import { backupCheckWords, diskWords, filesWords } from '../../content/cli-doctor.ts';
import { erasureWords } from '../../content/cli-person.ts';
import { formatSize } from '../format.ts';
import { keptStores } from '../store-access.server.ts';
import { shellQuote } from '../text.ts';
import { type Check, ok, problem, warning } from './finding.ts';

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
 * Checks that the data folder and its files belong to this account alone, as they hold visitors' messages. The settings file
 * may belong to another account if this one's group may read it. Names stores that were left behind.
 */
export const checkFiles: Check = async ({ config, storage }) => {
  const kept = await keptStores(config);
  const used = kept.find(({ inUse }) => inUse);
  if (used) return problem(filesWords.kept, erasureWords.keptStoreInUse(used.path));
  const folder = storage && !config.databaseUrl ? config.dataDir : undefined;
  const names = folder === undefined ? [] : ['.', ...(await readdir(folder))];
  const files = [
    ...names.map((name) => ({ file: join(folder ?? '', name), bits: 0o077, change: 'go-rwx' })),
    { file: SETTINGS_FILE, bits: 0o007, change: 'o-rwx' },
  ];
  for (const { file, bits, change } of files) {
    const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
    if ((mode & bits) === 0) continue;
    const path = await realpath(file);
    return warning(
      filesWords.open(path, (mode & 0o777).toString(8)),
      filesWords.fix(shellQuote(path), change),
    );
  }
  if (kept.length > 0) {
    const paths = kept.map(({ path }) => path).join(', ');
    return warning(filesWords.kept, erasureWords.keptStore(paths));
  }
  return folder === undefined ? undefined : ok(filesWords.closed);
};

const SYSTEMD_TIMEOUT_MS = 5_000;

/** Checks the daily backup by its systemd service and timer (docs/operations/backup.md); without them, nothing. */
export const checkBackup: Check = async () => {
  const words = backupCheckWords;
  const properties = '--property=LoadState,ActiveState,ExecMainExitTimestamp';
  const args = ['show', properties, 'vitrine-backup.service', 'vitrine-backup.timer'];
  const shown = await promisify(execFile)('systemctl', args, { timeout: SYSTEMD_TIMEOUT_MS }).catch(
    () => null,
  );
  const [service = '', timer = ''] = (shown?.stdout ?? '').split('\n\n');
  if (!service.includes('LoadState=loaded')) return undefined;
  if (service.includes('ActiveState=failed')) return problem(words.failed, words.failedFix);
  if (!timer.includes('ActiveState=active')) return warning(words.notOrdered, words.notOrderedFix);
  // Without a timestamp, the service has not run since the machine started.
  return /ExecMainExitTimestamp=./.test(service) ? ok(words.daily) : warning(words.notYet, words.notYetFix);
};
