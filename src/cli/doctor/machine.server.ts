import { execFile } from 'node:child_process';
import { readdir, realpath, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SETTINGS_FILE } from '../../config/environment.server.ts';
import { openFilesLimit } from '../../config/open-files.server.ts';
import { checkWords } from '../../content/cli-doctor.ts';
import { erasureWords } from '../../content/cli-person.ts';
import { formatSize } from '../format.ts';
import { keptStores } from '../store-access.server.ts';
import { type Check, ok, problem, warning } from './finding.ts';

const LITTLE_SPACE = 1e9;
const TOO_LITTLE_SPACE = 1e8;

/** Checks the room on the disk of the store (R6, docs/operations/faults.md). */
export const checkDisk: Check = async ({ config }) => {
  const disk = config.databaseUrl ? undefined : await statfs(config.dataDir).catch(() => undefined);
  if (!disk) return undefined;
  const free = disk.bavail * disk.bsize;
  const detail = checkWords.disk.free(formatSize(free));
  if (free < TOO_LITTLE_SPACE) return problem(detail, checkWords.disk.fix);
  return free < LITTLE_SPACE ? warning(detail, checkWords.disk.fix) : ok(detail);
};

/**
 * Checks that the data folder and its files belong to this account alone, as they hold visitors' messages. The settings file
 * may belong to another account if this one's group may read it. Names stores that were left behind.
 */
export const checkFiles: Check = async ({ config, storage }) => {
  const words = checkWords.files;
  const kept = await keptStores(config);
  const used = kept.find(({ inUse }) => inUse);
  if (used) return problem(words.kept, erasureWords.keptStoreInUse(used.path));
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
    return warning(words.open(path, (mode & 0o777).toString(8)), words.fix(path, change));
  }
  if (kept.length > 0) {
    const paths = kept.map(({ path }) => path).join(', ');
    return warning(words.kept, erasureWords.keptStore(paths));
  }
  return folder === undefined ? undefined : ok(words.closed);
};

/** Below this, the site has fewer than four thousand connections (http/connections.server.ts). */
const FEW_OPEN_FILES = 8_192;

/** Checks the limit of open files of this account (R18). */
export const checkOpenFiles: Check = async () => {
  const limit = openFilesLimit();
  return limit < FEW_OPEN_FILES
    ? warning(checkWords.openFiles.few(limit), checkWords.openFiles.fix)
    : undefined;
};

const SYSTEMD_TIMEOUT_MS = 5_000;

/** Checks the daily backup by its systemd service and timer (docs/operations/backup.md); without them, nothing. */
export const checkBackup: Check = async () => {
  const words = checkWords.backup;
  const args = ['show', '--property=LoadState,ActiveState', 'vitrine-backup.service', 'vitrine-backup.timer'];
  const shown = await promisify(execFile)('systemctl', args, { timeout: SYSTEMD_TIMEOUT_MS }).catch(
    () => null,
  );
  const [service = '', timer = ''] = (shown?.stdout ?? '').split('\n\n');
  if (!service.includes('LoadState=loaded')) return undefined;
  if (service.includes('ActiveState=failed')) return problem(words.failed, words.failedFix);
  return timer.includes('ActiveState=active')
    ? ok(words.daily)
    : warning(words.notOrdered, words.notOrderedFix);
};
