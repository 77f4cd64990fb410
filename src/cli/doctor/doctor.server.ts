import stringWidth from 'string-width';
import type { Config } from '../../config/config.server.ts';
import { siteVersion } from '../../config/version.server.ts';
import { type ExitCode, exitCodes } from '../../failure.server.ts';
import { mailAddresses } from '../../mail/contact-mail.server.ts';
import { open } from '../../site.ts';
import { sqliteFile } from '../../storage/files.server.ts';
import { counted } from '../../words/counted.ts';
import { type Dependencies, openExisting } from '../command.server.ts';
import type { Output } from '../output.server.ts';
import { padToWidth } from '../text.ts';
import { checkNames, checks } from './checks.server.ts';
import { problem, type Verdict } from './finding.server.ts';

const marks = { ok: '✓', warning: '!', problem: '✗' } as const;

const nameWidth = Math.max(...Object.values(checkNames).map((name) => stringWidth(name)));

/** Runs all checks; `--content` lists what the owner has to confirm instead, and `--settings` shows the settings. */
export async function doctor(
  { config, clock, output }: Dependencies,
  { content, settings }: { content?: true; settings?: true },
): Promise<ExitCode> {
  if (settings) {
    // A wrong setting has ended the command before this line.
    output.result(...describeSettings(config));
    return exitCodes.ok;
  }
  if (content) return listOpen(output);
  let storeError: unknown;
  await using storage = await openExisting(config).catch((error: unknown) => {
    storeError = error;
    return undefined;
  });
  output.result(`vitrine ${siteVersion()}`);
  const verdicts = new Set<Verdict>();
  // The checks run one after another: the store's check blocks the thread, so a parallel network check would time out.
  for (const name of Object.keys(checkNames) as (keyof typeof checkNames)[]) {
    const finding = await checks[name]({ config, clock, storage, storeError }).catch((error: Error) =>
      problem(`le contrôle n’a pas pu se faire (${error.message})`, ''),
    );
    if (!finding) continue;
    const { verdict, detail, fix } = finding;
    verdicts.add(verdict);
    // The line is not wrapped or changed, so that paths and commands can be copied.
    const line = `${marks[verdict]} ${padToWidth(checkNames[name], nameWidth)}  ${detail}`;
    output.result(line.trimEnd());
    if (fix) output.result(`${' '.repeat(nameWidth + 4)}→ ${fix}`);
  }
  if (!verdicts.has('problem') && !verdicts.has('warning')) output.result('', 'Tout va bien.');
  return verdicts.has('problem') ? exitCodes.failure : exitCodes.ok;
}

/** Lists what only the owner can promise and has not confirmed (`doctor --content`, STUDIO-6); fails while there is any. */
function listOpen(output: Output): ExitCode {
  if (open.length === 0) {
    output.note('Aucune valeur de l’exemple n’attend votre confirmation.');
    return exitCodes.ok;
  }
  output.result(
    'À remplacer, ou à confirmer en supprimant leur ligne de a-confirmer.yaml :',
    ...open.map(({ file, line, field, value }) => `${file}:${line}  ${field} : ${value}`),
  );
  return exitCodes.failure;
}

function describeSettings(config: Config): string[] {
  const { host, port, siteUrl, apiUrl, databaseUrl, dataDir, smtpUrl, notifyUrl } = config;
  const { trustProxy, rateLimit } = config;
  const { from, to } = mailAddresses(config);
  const limit =
    rateLimit === null ? 'envois sans limite' : `${counted(rateLimit, 'envoi')} par adresse en 10 minutes`;
  return [
    `Site : ${siteUrl}${apiUrl ? `, API : ${apiUrl}` : ''}`,
    `Écoute : ${config.socket ?? `${host}:${port}`}`,
    `Base : ${databaseUrl ? withoutPassword(databaseUrl) : sqliteFile(dataDir)}`,
    smtpUrl
      ? `E-mails : par ${withoutPassword(smtpUrl)}, de ${from}, à ${to}`
      : 'E-mails : aucun (SMTP_URL n’est pas défini)',
    // Only the origin is shown, because the path may be a secret.
    ...(notifyUrl ? [`Notifications : ${new URL(notifyUrl).origin}`] : []),
    `Visiteurs : ${counted(trustProxy, 'proxy', 'proxys')} devant le site, ${limit}`,
  ];
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  if (url.password) url.password = '***';
  if (url.searchParams.has('password')) url.searchParams.set('password', '***');
  return url.href;
}
