import { commandName } from '../command-name.server.ts';
import type { Config } from '../config/config.server.ts';
import { CommandError, type ExitCode, exitCodes } from '../failure.server.ts';
import { composeOperatorMail, mailAddresses, type OperatorMail } from '../mail/contact-mail.server.ts';
import { postNotice } from '../mail/notice.server.ts';
import { createTransport, parseSmtpUrl } from '../mail/smtp.server.ts';
import type { Dependencies } from './command.server.ts';
import { formatInstant, oneLine } from './text.ts';

export const noSmtp = {
  detail: 'SMTP_URL n’est pas défini : les messages sont gardés, aucun e-mail ne part.',
  fix: `Mettez SMTP_URL=smtps://nom:motdepasse@mail.exemple.fr:465, puis ${commandName} mail test`,
} as const;

/** Remedies by pattern of the mail server's code and words; the first match counts. */
const fixes: readonly (readonly [pattern: RegExp, fix: string])[] = [
  [
    /ETLS/,
    'Le serveur n’ouvre pas de connexion chiffrée (STARTTLS) : réessayez dans un moment, puis prenez smtps:// et le port 465 s’il les offre.',
  ],
  [
    /5\.7\.139|SmtpClientAuthentication/,
    'Microsoft 365 refuse cette connexion par une règle, et non pour son mot de passe : activez « SMTP authentifié » pour cette boîte dans le centre d’administration, ou passez par un autre serveur d’envoi.',
  ],
  [
    /SSL_(UNSUPPORTED_PROTOCOL|TLSV1|WRONG_VERSION)/,
    'Le serveur ne parle pas de TLS assez récent (1.2 au moins), ou pas de TLS sur ce port (smtps:// va avec 465, smtp:// avec 587) : mettez-le à jour, ou prenez l’autre adresse.',
  ],
  [
    /EAUTH|SMTP 53[045]/,
    'Le nom ou le mot de passe de SMTP_URL n’est pas accepté. Les caractères spéciaux s’y écrivent encodés (%40 pour @).',
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/,
    'Le certificat du serveur n’est pas reconnu. S’il est le vôtre, faites-le connaître au site : NODE_EXTRA_CA_CERTS=/chemin/du/certificat.pem ; les autres moyens sont dans docs/operations/mail.md.',
  ],
  [
    /SMTP (4\d\d|552)/,
    'Le serveur demande de réessayer plus tard, ou la boîte du destinataire est pleine : les messages attendent et repartent d’eux-mêmes.',
  ],
  [
    /SMTP/,
    'Le serveur refuse l’expéditeur, le destinataire ou l’adresse de cette machine (liste noire) : vérifiez MAIL_FROM et CONTACT_TO ; le serveur de votre boîte, avec nom et mot de passe, accepte toutes les machines.',
  ],
  [
    /(?:)/,
    'Le serveur ne répond pas comme attendu : vérifiez l’hôte et le port de SMTP_URL (smtps:// va avec 465, smtp:// avec 587 (STARTTLS) ou 25), le DNS de cette machine et le pare-feu.',
  ],
];

const SEND_TIMEOUT_MS = 60_000;

/** An answer with more characters is cut, because a service may answer with a whole page. */
const LONGEST_ANSWER = 300;

/** Returns the remedy for a code of the mail server or the connection. @param line the server's own words, if known */
export function mailFix(code: string, line = ''): string {
  const [, fix = ''] = fixes.find(([pattern]) => pattern.test(`${code} ${line}`)) ?? [];
  return fix;
}

export function siteTransport(config: Config, url: string, onRefusal: (line: string) => void = () => {}) {
  return createTransport({ url, name: mailAddresses(config).host, onRefusal });
}

/**
 * Sends a test notice if `NOTIFY_URL` is set, then a test mail even if the notice failed.
 * @throws CommandError `unavailable` if the mail server does not take the mail
 */
export async function testMail({ config, clock, output }: Dependencies): Promise<ExitCode> {
  const { notifyUrl, siteUrl } = config;
  const date = new Date(clock.now());
  let exitCode: ExitCode = exitCodes.ok;
  if (notifyUrl) {
    const facts = { event: 'test', id: '', subject: '', receivedAt: date.toISOString() } as const;
    const notice = { ...facts, text: 'Essai de notification du site' };
    let said = '';
    const outcome = await postNotice(notifyUrl, notice, AbortSignal.timeout(SEND_TIMEOUT_MS), (text) => {
      said = text;
    });
    if (outcome.kind === 'accepted') output.note('La notification est partie vers NOTIFY_URL.');
    else {
      if (said) output.note(`Le service répond : ${oneLine(said).slice(0, LONGEST_ANSWER)}`);
      output.note(
        `La notification n’est pas partie (${outcome.code}). Vérifiez NOTIFY_URL : docs/operations/mail.md dit quels services la comprennent.`,
      );
      exitCode = exitCodes.unavailable;
    }
  }
  const text = `Bonjour,\n\nCet e-mail d’essai a été envoyé par le site ${siteUrl} le ${formatInstant(clock.now())}. S’il vous parvient, les notifications des messages vous parviendront aussi.\n`;
  const to = await sendNow({ config, output }, { subject: 'Essai d’envoi du site', text, date });
  output.note(`Le serveur a accepté l’e-mail pour ${to}. Vérifiez qu’il arrive, indésirables compris.`);
  return exitCode;
}

/**
 * Sends a mail to the studio at once, bypassing the queue.
 * @throws CommandError `unavailable` if there is no mail server, or it does not take the mail
 */
export async function sendNow(
  { config, output }: Pick<Dependencies, 'config' | 'output'>,
  content: Omit<OperatorMail, 'from' | 'to'>,
): Promise<string> {
  const { smtpUrl } = config;
  if (!smtpUrl) throw new CommandError('unavailable', `${noSmtp.detail} ${noSmtp.fix}`);
  const { from, to } = mailAddresses(config);
  output.note(`Envoi à ${to} par ${parseSmtpUrl(smtpUrl).host}…`);
  const mail = await composeOperatorMail({ from, to, ...content });
  let line = '';
  const transport = siteTransport(config, smtpUrl, (said) => {
    line = said;
  });
  const outcome = await transport.send(mail, AbortSignal.timeout(SEND_TIMEOUT_MS));
  if (outcome.kind === 'accepted') return to;
  if (line) output.note(`Le serveur répond : ${line}`);
  const { code } = outcome;
  throw new CommandError('unavailable', `L’e-mail n’est pas parti (${code}). ${mailFix(code, line)}`);
}
