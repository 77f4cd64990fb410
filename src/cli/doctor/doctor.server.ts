import stringWidth from 'string-width';
import type { Config } from '../../config/config.server.ts';
import { siteVersion } from '../../config/version.server.ts';
import { counted } from '../../content/counted.ts';
import { examplePictures } from '../../content/identity.ts';
import { remainingExamples, type WrittenValue } from '../../content-check/content-source.server.ts';
import { unchanged } from '../../content-check/shipped.server.ts';
import { type ExitCode, exitCodes } from '../../failure.server.ts';
import { mailAddresses } from '../../mail/contact-mail.server.ts';
import { sqliteFile } from '../../storage/files.server.ts';
import { type Dependencies, openExisting } from '../command.server.ts';
import type { Output } from '../output.server.ts';
import { padToWidth, visible } from '../text.ts';
import { checkNames, checks } from './checks.server.ts';
import { problem, type Verdict } from './finding.server.ts';

const marks = { ok: '✓', warning: '!', problem: '✗' } as const;

const nameWidth = Math.max(...Object.values(checkNames).map((name) => stringWidth(name)));

/**
 * Makes all checks, and says what to do; with `--content`, lists what is still as shipped; with `--settings`, shows the settings.
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
  await using storage = await openExisting(config).catch((error: unknown) => {
    storeError = error;
    return undefined;
  });
  output.result(`vitrine ${siteVersion()}`);
  const verdicts = new Set<Verdict>();
  // In turn: the store's check blocks the thread, so that an answer to another would time out.
  for (const name of Object.keys(checkNames) as (keyof typeof checkNames)[]) {
    const finding = await checks[name]({ config, clock, storage, storeError }).catch((error: Error) =>
      problem(`le contrôle n’a pas pu se faire (${error.message})`, ''),
    );
    if (!finding) continue;
    const { verdict, detail, fix } = finding;
    verdicts.add(verdict);
    // Written unwrapped and with all blanks, so that paths and commands can be copied.
    const line = `${marks[verdict]} ${padToWidth(checkNames[name], nameWidth)}  ${visible(detail)}`;
    output.result(line.trimEnd());
    if (fix) output.result(`${' '.repeat(nameWidth + 4)}→ ${visible(fix)}`);
  }
  if (!verdicts.has('problem') && !verdicts.has('warning')) output.result('', 'Tout va bien.');
  return verdicts.has('problem') ? exitCodes.failure : exitCodes.ok;
}

/**
 * Lists what the owner has to replace, what to confirm, and what else is still as shipped (`doctor --content`). It fails while
 * there is anything to replace or to confirm.
 */
function listExamples(output: Output): ExitCode {
  const examples = remainingExamples();
  const shown = ({ file, line, field, text }: WrittenValue) =>
    `${file}:${line}  ${field} : ${text.replaceAll(/\s+/g, ' ')}`;
  const isFact = ({ file, field }: WrittenValue) =>
    file === 'src/content/identity.ts' || field.startsWith('prices.');
  const same = unchanged();
  const files = same.filter(({ line }) => line === undefined).map(({ file }) => file);
  const shownFile = (file: string) => `${file}  le fichier est celui de l’exemple`;
  const marked = new Set(examples.map(({ file, line }) => `${file}:${line}`));
  const byFile = Map.groupBy(
    same.filter(({ file, line }) => line !== undefined && !marked.has(`${file}:${line}`)),
    ({ file }) => file,
  );
  const missing = [
    ...examples.filter(isFact).map(shown),
    ...files.filter((file) => examplePictures.includes(file)).map(shownFile),
  ];
  const promises = examples.filter((value) => !isFact(value)).map(shown);
  const rest = [
    ...files.filter((file) => !examplePictures.includes(file)).map(shownFile),
    ...[...byFile].map(([file, values]) => {
      const lines = new Set(values.map(({ line }) => line));
      return `${file}  ${lines.size === 1 ? 'ligne' : 'lignes'} ${[...lines].join(', ')}`;
    }),
  ];
  const isDone = missing.length + promises.length === 0;
  // The longest list first: what has to be done is read at the end of a terminal.
  for (const [title, lines] of [
    ['Encore comme dans l’exemple ; cela peut rester, si c’est vrai pour vous :', rest],
    [
      'Vos promesses et votre déclaration d’accessibilité, à confirmer (ôtez la marque « example ») ou à réécrire :',
      promises,
    ],
    ['À remplacer (ou à confirmer : ôtez la marque « example ») :', missing],
  ] as const)
    if (lines.length > 0) output.result(title, ...lines, '');
  if (isDone) output.note('Aucune valeur d’exemple connue ne reste.');
  return isDone ? exitCodes.ok : exitCodes.failure;
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
    // The path may be a secret.
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
