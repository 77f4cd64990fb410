import type { Stats } from 'node:fs';
import { readdir, realpath, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { SETTINGS_FILE } from '../../config/environment.server.ts';
import { diskWords, filesWords, identityWords } from '../../content/cli-doctor.ts';
import { describeProblem } from '../../content/content-problem.ts';
import { identityGaps, identityLabels } from '../../content/identity.ts';
import { identityProblems } from '../../content/identity-check.ts';
import { formatSize } from '../format.ts';
import { shellQuote } from '../safe-text.ts';
import { type KeptStore, keptStores } from '../store-access.server.ts';
import { type Check, type Finding, ok, problem, unlessLocal, warning } from './finding.ts';

/** Checks that a published site holds no shipped example, and that its values have the form that the law asks for (LEGAL-1). */
export const checkIdentity: Check = async ({ config }) => {
  const gaps = identityGaps();
  const findings = [
    ...(gaps.length > 0 ? [unlessLocal(config, identityWords.example(gaps.length), identityWords.fix)] : []),
    ...identityProblems().map((wrong) =>
      unlessLocal(config, identityWords.wrong(identityLabels[wrong.field]), describeProblem(wrong)),
    ),
  ];
  return findings.length > 0 ? findings : ok(identityWords.complete);
};

const LITTLE_SPACE = 1e9;
const TOO_LITTLE_SPACE = 1e8;

/** Checks the room on the disk of the store (R6, docs/operations/faults.md). */
export const checkDisk: Check = async ({ config }) => {
  const disk = config.databaseUrl ? undefined : await statfs(config.dataDir).catch(() => undefined);
  if (!disk) return undefined;
  const { bavail, bsize } = disk;
  const detail = diskWords.free(formatSize(bavail * bsize));
  if (bavail * bsize < TOO_LITTLE_SPACE) return problem(detail, diskWords.fix);
  return bavail * bsize < LITTLE_SPACE ? warning(detail, diskWords.fix) : ok(detail);
};

/** Bits of a file mode that let the group or anybody in. */
const OTHERS = 0o077;
/** Bits of a file mode that let anybody in. */
const ANYBODY = 0o007;

/**
 * Checks that the data folder and its files belong to this account alone: they hold what visitors wrote. The settings, with
 * their passwords, may belong to another that lets this one's group read them.
 */
export const checkFiles: Check = async ({ config, storage }) => {
  const open = storage && !config.databaseUrl ? await findOpen(config.dataDir) : undefined;
  const finding = open ?? (await findOpenSettings());
  if (finding || !storage) return finding;
  const kept = await keptStores(config);
  if (kept.length > 0) return kept.map(judgeKeptStore);
  return config.databaseUrl ? undefined : ok(filesWords.closed);
};

function judgeKeptStore({ path, files, inUse }: KeptStore): Finding {
  return inUse
    ? problem(filesWords.leftoverInUse(path), filesWords.leftoverInUseFix)
    : warning(filesWords.leftover(path), filesWords.leftoverFix(files.map(shellQuote).join(' ')));
}

async function findOpen(dataDir: string): Promise<Finding | undefined> {
  const names = await readdir(dataDir);
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    const status = await stat(path).catch(() => undefined);
    if (!status || (status.mode & OTHERS) === 0) continue;
    const wanted = status.isDirectory() ? '700' : '600';
    return warning(filesWords.open(path, octal(status)), filesWords.fix(shellQuote(path), wanted));
  }
  return undefined;
}

async function findOpenSettings(): Promise<Finding | undefined> {
  const status = await stat(SETTINGS_FILE).catch(() => undefined);
  if (!status || (status.mode & ANYBODY) === 0) return undefined;
  const path = await realpath(SETTINGS_FILE);
  return warning(filesWords.open(path, octal(status)), filesWords.fix(shellQuote(path), 'o-rwx'));
}

function octal({ mode }: Stats): string {
  return (mode & 0o777).toString(8);
}
