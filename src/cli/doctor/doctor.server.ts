import stringWidth from 'string-width';
import { checkWords, doctorWords } from '../../content/cli-doctor.ts';
import type { Dependencies, Options } from '../command.server.ts';
import { type ExitCode, exitCodes } from '../failure.server.ts';
import type { Output } from '../output.server.ts';
import { openExisting } from '../store-access.server.ts';
import { padToWidth, visible } from '../text.ts';
import { checkIdentity, listExamples } from './content.server.ts';
import type { Check, Finding, Verdict } from './finding.ts';
import { checkBackup, checkDisk, checkFiles, checkOpenFiles } from './machine.server.ts';
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
  openFiles: checkOpenFiles,
};

const marks = {
  ok: { mark: '✓', style: 'green' },
  warning: { mark: '!', style: 'yellow' },
  problem: { mark: '✗', style: 'red' },
} as const;

/** Makes all checks, and says what to do; with `--content`, lists what is still the shipped example. */
export async function doctor(
  { config, clock, output }: Dependencies,
  { content }: Options,
): Promise<ExitCode> {
  if (content) return listExamples(output);
  let storeError: unknown;
  const storage = await openExisting(config).catch((error: unknown) => {
    storeError = error;
    return undefined;
  });
  const verdicts: Verdict[] = [];
  try {
    // In turn: the store's check blocks the thread, so that an answer to another would time out.
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

/** Writes a finding unwrapped and with all blanks, so that paths and commands can be copied. */
function writeFinding(output: Output, name: string, { verdict, detail, fix }: Finding): void {
  const { mark, style } = marks[verdict];
  output.result(`${output.paint(style, mark)} ${padToWidth(name, nameWidth)}  ${visible(detail)}`);
  if (fix) output.result(`${' '.repeat(nameWidth + 4)}→ ${visible(fix)}`);
}
