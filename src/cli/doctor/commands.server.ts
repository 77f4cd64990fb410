import type { Command } from 'commander';
import stringWidth from 'string-width';
import { help } from '../../content/cli.ts';
import { checkNames, doctorHelp, doctorWords } from '../../content/cli-doctor.ts';
import type { Storage } from '../../storage/storage.ts';
import { addCommand } from '../command-tree.server.ts';
import type { Dependencies, Runner } from '../dependencies.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Output, Style } from '../output.server.ts';
import { visible } from '../safe-text.ts';
import { openExisting } from '../store-access.server.ts';
import { padToWidth } from '../text-width.ts';
import { checkBackup } from './backup.server.ts';
import { listExamples } from './content.server.ts';
import { checkClock, checkNotices, checkOutbox, checkStore, checkStoredProfile } from './data.server.ts';
import type { Check, Examined, Finding, Verdict } from './finding.ts';
import { checkDisk, checkFiles, checkIdentity } from './installation.server.ts';
import { checkProxy, checkSite, checkSmtp, checkTls } from './network.server.ts';
import { checkRetention } from './retention.server.ts';

type CheckName = keyof typeof checkNames;
type NamedFinding = Finding & { name: CheckName };

const checks: Readonly<Record<CheckName, Check>> = {
  identity: checkIdentity,
  profile: checkStoredProfile,
  site: checkSite,
  tls: checkTls,
  proxy: checkProxy,
  smtp: checkSmtp,
  outbox: checkOutbox,
  notices: checkNotices,
  store: checkStore,
  disk: checkDisk,
  clock: checkClock,
  retention: checkRetention,
  backup: checkBackup,
  files: checkFiles,
};

/** Adds `doctor`. */
export function addDoctor(program: Command, run: Runner): void {
  addCommand(program, 'doctor', doctorHelp)
    .option('--content', doctorHelp.options.content)
    .option('--json', help.json)
    .action(run.plain(doctor));
}

async function doctor(
  dependencies: Dependencies,
  options: { content?: true; json?: true },
): Promise<ExitCode> {
  if (options.content) return listExamples(dependencies, options);
  const { config, clock, output } = dependencies;
  let storage: Storage | undefined;
  let storeError: unknown;
  try {
    storage = await openExisting(config);
  } catch (error) {
    storeError = error;
  }
  try {
    const findings = await examine({ config, clock, storage, storeError });
    const well = findings.every(({ verdict }) => verdict !== 'problem');
    if (options.json) await output.json({ ok: well, checks: findings.map(shape) });
    else await writeFindings(output, findings);
    return well ? exitCodes.ok : exitCodes.failure;
  } finally {
    await storage?.close();
  }
}

/** Makes one check after the other: the store's occupies the thread, and the time of an answer would pass meanwhile. */
async function examine(examined: Examined): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = [];
  for (const [name, check] of Object.entries(checks) as [CheckName, Check][]) {
    const found = await check(examined).catch((error: Error) => ({
      verdict: 'problem' as const,
      detail: doctorWords.broken(error.message),
    }));
    findings.push(...[found ?? []].flat().map((finding: Finding) => ({ name, ...finding })));
  }
  return findings;
}

function shape({ name, verdict, detail, fix }: NamedFinding) {
  return { name, verdict, detail, fix: fix ?? null };
}

const marks: Readonly<Record<Verdict, { mark: string; style: Style }>> = {
  ok: { mark: '✓', style: 'green' },
  warning: { mark: '!', style: 'yellow' },
  problem: { mark: '✗', style: 'red' },
};

/** Nothing is wrapped: a command or a path is copied from its line as it stands. */
async function writeFindings(output: Output, findings: readonly NamedFinding[]): Promise<void> {
  const nameWidth = Math.max(...findings.map(({ name }) => stringWidth(checkNames[name])));
  const indent = ' '.repeat(nameWidth + 4);
  for (const { name, verdict, detail, fix } of findings) {
    const { mark, style } = marks[verdict];
    await output.result(
      `${output.paint(style, mark)} ${padToWidth(checkNames[name], nameWidth)}  ${visible(detail)}`,
      ...(fix ? [`${indent}→ ${visible(fix)}`] : []),
    );
  }
  await output.result('', summary(findings));
}

function summary(findings: readonly NamedFinding[]): string {
  const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
  const parts = [
    ...(count('problem') > 0 ? [doctorWords.problems(count('problem'))] : []),
    ...(count('warning') > 0 ? [doctorWords.warnings(count('warning'))] : []),
  ];
  return parts.length === 0 ? doctorWords.allWell : parts.join(' ');
}
