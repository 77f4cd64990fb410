import type { Command } from 'commander';
import stringWidth from 'string-width';
import { checkNames, doctorHelp, doctorWords } from '../../content/cli-doctor.ts';
import type { Dependencies, Runner } from '../command.server.ts';
import { type ExitCode, exitCodes } from '../failure.server.ts';
import { openExisting } from '../store-access.server.ts';
import { padToWidth, visible } from '../text.ts';
import { checkIdentity, listExamples } from './content.server.ts';
import type { Check, Examined, Finding, Verdict } from './finding.ts';
import { checkBackup, checkDisk, checkFiles } from './machine.server.ts';
import { checkProxy, checkSite, checkSmtp } from './network.server.ts';
import { checkNotices, checkOutbox, checkRetention, checkStore, checkStoredProfile } from './store.server.ts';

type CheckName = keyof typeof checkNames;
type NamedFinding = Finding & { name: CheckName };

const checks: Readonly<Record<CheckName, Check>> = {
  identity: checkIdentity,
  profile: checkStoredProfile,
  site: checkSite,
  proxy: checkProxy,
  smtp: checkSmtp,
  outbox: checkOutbox,
  notices: checkNotices,
  store: checkStore,
  disk: checkDisk,
  retention: checkRetention,
  backup: checkBackup,
  files: checkFiles,
};

/** Adds `doctor`. */
export function addDoctor(program: Command, run: Runner): void {
  program
    .command('doctor')
    .description(doctorHelp.doctor)
    .option('--content', doctorHelp.content)
    .action(run.plain(doctor));
}

const marks = {
  ok: { mark: '✓', style: 'green' },
  warning: { mark: '!', style: 'yellow' },
  problem: { mark: '✗', style: 'red' },
} as const;

async function doctor(
  { config, clock, output }: Dependencies,
  { content }: { content?: true },
): Promise<ExitCode> {
  if (content) return listExamples(output);
  let storeError: unknown;
  const storage = await openExisting(config).catch((error: unknown) => {
    storeError = error;
    return undefined;
  });
  try {
    const findings = await examine({ config, clock, storage, storeError });
    const width = Math.max(...findings.map(({ name }) => stringWidth(checkNames[name])));
    // Unwrapped and with all blanks, so that paths and commands can be copied.
    for (const { name, verdict, detail, fix } of findings) {
      const { mark, style } = marks[verdict];
      output.result(
        `${output.paint(style, mark)} ${padToWidth(checkNames[name], width)}  ${visible(detail)}`,
        ...(fix ? [`${' '.repeat(width + 4)}→ ${visible(fix)}`] : []),
      );
    }
    const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
    output.result('', doctorWords.summary(count('problem'), count('warning')));
    return count('problem') === 0 ? exitCodes.ok : exitCodes.failure;
  } finally {
    await storage?.close();
  }
}

/** Runs the checks in turn: the store's check blocks the thread, so that an answer to another would time out. */
async function examine(examined: Examined): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = [];
  for (const [name, check] of Object.entries(checks) as [CheckName, Check][]) {
    const broken = (error: Error): Finding => ({
      verdict: 'problem',
      detail: doctorWords.broken(error.message),
    });
    const finding = await check(examined).catch(broken);
    if (finding) findings.push({ name, ...finding });
  }
  return findings;
}
