import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { backupCheckWords as words } from '../../content/cli-doctor.ts';
import { type Check, ok, problem, warning } from './finding.ts';

const TIMEOUT_MS = 5_000;

/** Checks the daily copy of docs/operations/backup.md, as systemd knows its service and its timer; without them, nothing. */
export const checkBackup: Check = async () => {
  const [service = '', timer = ''] = (await show('vitrine-backup.service', 'vitrine-backup.timer')).split(
    '\n\n',
  );
  if (propertyOf(service, 'LoadState') !== 'loaded') return undefined;
  const result = propertyOf(service, 'Result');
  if (result !== 'success') return problem(words.failed(String(result)), words.failedFix);
  if (propertyOf(timer, 'ActiveState') !== 'active') return warning(words.notOrdered, words.notOrderedFix);
  // systemd also says ‘success’ of a service that has not run since the machine started.
  const hasRun = propertyOf(service, 'ExecMainExitTimestamp') !== '';
  return hasRun ? ok(words.daily) : warning(words.notYet, words.notYetFix);
};

async function show(...units: string[]): Promise<string> {
  const args = ['show', '--property=LoadState,ActiveState,Result,ExecMainExitTimestamp', ...units];
  const shown = await promisify(execFile)('systemctl', args, { timeout: TIMEOUT_MS }).catch(() => undefined);
  return shown?.stdout ?? '';
}

function propertyOf(unit: string, name: string): string | undefined {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
}
