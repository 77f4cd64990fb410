import { commandName } from '../command-name.server.ts';
export const mailWords = {
  absent: 'SMTP_URL n’est pas défini : les messages sont gardés, aucun e-mail ne part.',
  absentFix: `Mettez SMTP_URL=smtps://nom:motdepasse@mail.exemple.fr:465, puis ${commandName} mail test`,
  sending: (to: string, host: string) => `Envoi à ${to} par ${host}…`,
  accepted: (to: string) =>
    `Le serveur a accepté l’e-mail pour ${to}. Vérifiez qu’il arrive, indésirables compris.`,
  notice: 'Essai de notification du site',
  noticeAccepted: 'La notification est partie vers NOTIFY_URL.',
  noticeFailed: (code: string) => `La notification n’est pas partie (${code}). Vérifiez NOTIFY_URL.`,
  subject: 'Essai d’envoi du site',
  text: (siteUrl: string, instant: string) =>
    `Bonjour,\n\nCet e-mail d’essai a été envoyé par le site ${siteUrl} le ${instant}. S’il vous parvient, les notifications des messages vous parviendront aussi.\n`,
  said: (line: string) => `Le serveur répond : ${line}`,
  failed: (code: string) => `L’e-mail n’est pas parti (${code}).`,
} as const;

/** Remedies, by code of the mail server or of the connection. */
export const mailFixes: readonly (readonly [RegExp, string])[] = [
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
];

export const connectionFix =
  'Le serveur ne répond pas comme attendu : vérifiez l’hôte et le port de SMTP_URL (smtps:// va avec 465, smtp:// avec 587 (STARTTLS) ou 25), le DNS de cette machine et le pare-feu.';
