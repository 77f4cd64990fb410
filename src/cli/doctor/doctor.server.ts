import type { Command } from 'commander';
import stringWidth from 'string-width';
import { checkWords, doctorHelp, doctorWords } from '../../content/cli-doctor.ts';
import type { Dependencies, Runner } from '../command.server.ts';
import { type ExitCode, exitCodes } from '../failure.server.ts';
import type { Output } from '../output.server.ts';
import { openExisting } from '../store-access.server.ts';
import { padToWidth, visible } from '../text.ts';
import { checkIdentity, listExamples } from './content.server.ts';
import type { Check, Finding, Verdict } from './finding.ts';
import { checkBackup, checkDisk, checkFiles } from './machine.server.ts';
import { checkProxy, checkSite, checkSmtp } from './network.server.ts';
import { checkNotices, checkOutbox, checkRetention, checkStore, checkStoredProfile } from './store.server.ts';

type CheckName = keyof typeof checkWords;

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

const marks = {
  ok: { mark: '✓', style: 'green' },
  warning: { mark: '!', style: 'yellow' },
  problem: { mark: '✗', style: 'red' },
} as const;

/** Adds `doctor`. */
export function addDoctor(program: Command, run: Runner): void {
  program
    .command('doctor')
    .description(doctorHelp.doctor)
    .option('--content', doctorHelp.content)
    .action(run.plain(doctor));
}

/** Makes all checks, and says what to do; with `--content`, lists what is still the shipped example. */
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
  const verdicts: Verdict[] = [];
  try {
    // One after the other: the store's check occupies the thread, and the time of an answer would pass meanwhile.
    for (const [name, check] of Object.entries(checks) as [CheckName, Check][]) {
      const finding = await check({ config, clock, storage, storeError }).catch(broken);
      if (!finding) continue;
      writeFinding(output, checkWords[name].name, finding);
      verdicts.push(finding.verdict);
    }
  } finally {
    await storage?.close();
  }
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  output.result('', doctorWords.summary(count('problem'), count('warning')));
  return count('problem') === 0 ? exitCodes.ok : exitCodes.failure;
}

function broken(error: Error): Finding {
  return { verdict: 'problem', detail: doctorWords.broken(error.message) };
}

const nameWidth = Math.max(...Object.values(checkWords).map(({ name }) => stringWidth(name)));

/** Blanks are left as they are: paths and commands are copied from here. */
function writeFinding(output: Output, name: string, { verdict, detail, fix }: Finding): void {
  const { mark, style } = marks[verdict];
  output.result(`${output.paint(style, mark)} ${padToWidth(name, nameWidth)}  ${visible(detail)}`);
  if (fix) output.result(`${' '.repeat(nameWidth + 4)}→ ${visible(fix)}`);
}
