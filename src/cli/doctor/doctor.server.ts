import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import stringWidth from 'string-width';
import type { Config } from '../../config/config.server.ts';
import { siteVersion } from '../../config/version.server.ts';
import { remainingExamples } from '../../content-check/content-source.server.ts';
import { type ExitCode, exitCodes } from '../../failure.server.ts';
import { mailAddresses } from '../../mail/contact-mail.server.ts';
import { sqliteFile } from '../../storage/sqlite/store-file.server.ts';
import { type Dependencies, openExisting } from '../command.server.ts';
import type { Output } from '../output.server.ts';
import { padToWidth, visible } from '../text.ts';
import { checks } from './checks.server.ts';
import { problem, type Verdict } from './finding.ts';
import { checkWords, doctorWords, settingsWords as words } from './words.ts';

const marks = { ok: '✓', warning: '!', problem: '✗' } as const;

const nameWidth = Math.max(...Object.values(checkWords).map(({ name }) => stringWidth(name)));

/**
 * Makes all checks, and says what to do; with `--content`, lists what is still the shipped example; with `--settings`, shows the
 * settings.
 */
export async function doctor(
  { config, clock, output }: Dependencies,
  { content, settings }: { content?: true; settings?: true },
): Promise<ExitCode> {
  if (settings) {
    // Wrong settings have ended the command before.
    output.result(...describeSettings(config));
    return exitCodes.ok;
  }
  if (content) return listExamples(output);
  let storeError: unknown;
  const storage = await openExisting(config).catch((error: unknown) => {
    storeError = error;
    return undefined;
  });
  output.result(`vitrine ${siteVersion()}`);
  const verdicts = new Set<Verdict>();
  try {
    // In turn: the store's check blocks the thread, so that an answer to another would time out.
    for (const name of Object.keys(checks) as (keyof typeof checks)[]) {
      const finding = await checks[name]({ config, clock, storage, storeError }).catch((error: Error) =>
        problem(doctorWords.broken(error.message), ''),
      );
      if (!finding) continue;
      const { verdict, detail, fix } = finding;
      verdicts.add(verdict);
      // Written unwrapped and with all blanks, so that paths and commands can be copied.
      const line = `${marks[verdict]} ${padToWidth(checkWords[name].name, nameWidth)}  ${visible(detail)}`;
      output.result(line.trimEnd());
      if (fix) output.result(`${' '.repeat(nameWidth + 4)}→ ${visible(fix)}`);
    }
  } finally {
    await storage?.close();
  }
  if (!verdicts.has('problem') && !verdicts.has('warning')) output.result('', doctorWords.allWell);
  return verdicts.has('problem') ? exitCodes.failure : exitCodes.ok;
}

const ROOT = join(import.meta.dirname, '../../..');

/** The SHA-256 of each shipped picture and film, by file. */
const shippedFiles: Readonly<Record<string, string>> = {
  'public/video/home-video.mp4': '7b1a9c96ce5cc89a082c0840084aa2b80e6d07ad4a812302c0793fbf54229501',
  'artwork/favicon.svg': '9803178df9560135ac15e517043d6eaa490c3dbb2a3ed3c08f93ddab70dbdeb1',
};

/** Lists what the owner has to replace or confirm, with file and line (`doctor --content`); fails while there is any. */
async function listExamples(output: Output): Promise<ExitCode> {
  const found: string[] = [];
  for (const { file, line, field, text } of remainingExamples())
    found.push(`${file}:${line}  ${doctorWords.example(field, text)}`);
  for (const [file, digest] of Object.entries(shippedFiles)) {
    const bytes = await readFile(join(ROOT, file)).catch(() => Buffer.of());
    if (hash('sha256', bytes) === digest) found.push(`${file}  ${doctorWords.exampleFile}`);
  }
  output.result(...found);
  if (found.length > 0) return exitCodes.failure;
  output.note(doctorWords.noExample);
  return exitCodes.ok;
}

/** Lists the settings as the site understands them, without passwords. */
function describeSettings(config: Config): string[] {
  const { host, port, siteUrl, apiUrl, databaseUrl, dataDir, smtpUrl, notifyUrl } = config;
  const { from, to } = mailAddresses(config);
  return [
    words.site(siteUrl, apiUrl),
    words.listens(config.socket ?? `${host}:${port}`),
    words.store(databaseUrl ? withoutPassword(databaseUrl) : sqliteFile(dataDir)),
    smtpUrl ? words.mail(withoutPassword(smtpUrl), from, to) : words.noMail,
    // The path may be a secret.
    ...(notifyUrl ? [words.notices(new URL(notifyUrl).origin)] : []),
    words.visitors(config.trustProxy, config.rateLimit),
  ];
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password) url.password = '***';
  return url.href;
}
