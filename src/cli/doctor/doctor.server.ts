import type { Command } from 'commander';
import stringWidth from 'string-width';
import { help } from '../../content/cli.ts';
import { checkNames, doctorHelp, doctorWords } from '../../content/cli-doctor.ts';
import { addCommand, type Dependencies, type Runner } from '../command.server.ts';
import { type ExitCode, exitCodes } from '../failure.server.ts';
import type { Output, Style } from '../output.server.ts';
import { openExisting } from '../store-access.server.ts';
import { padToWidth, visible } from '../text.ts';
import { checkIdentity, listExamples } from './content.server.ts';
import type { Check, Examined, Finding, Verdict } from './finding.ts';
import { checkBackup, checkDisk, checkFiles } from './machine.server.ts';
import { checkProxy, checkSite, checkSmtp } from './network.server.ts';
import {
  checkClock,
  checkNotices,
  checkOutbox,
  checkRetention,
  checkStore,
  checkStoredProfile,
} from './store.server.ts';

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
  { config, clock, output }: Dependencies,
  { content, json }: { content?: true; json?: true },
): Promise<ExitCode> {
  if (content) return listExamples(output, json);
  let storeError: unknown;
  const storage = await openExisting(config).catch((error: unknown) => {
    storeError = error;
    return undefined;
  });
  try {
    const findings = await examine({ config, clock, storage, storeError });
    const well = findings.every(({ verdict }) => verdict !== 'problem');
    const shapes = findings.map(({ name, verdict, detail, fix = null }) => ({ name, verdict, detail, fix }));
    if (json) await output.json({ ok: well, checks: shapes });
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
    const broken = (error: Error): Finding => ({
      verdict: 'problem',
      detail: doctorWords.broken(error.message),
    });
    const finding = await check(examined).catch(broken);
    if (finding) findings.push({ name, ...finding });
  }
  return findings;
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
  const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
  await output.result('', doctorWords.summary(count('problem'), count('warning')));
}
