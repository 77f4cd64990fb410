import { commandName } from '../command-name.server.ts';
import { identity } from '../site.ts';

/** The mail that tells the studio of a new message. */
export const contactMail = {
  /** Name shown beside the sender’s address. */
  sender: `Site ${identity.studioName}`,
  studio: identity.studioName,
  headerSubject: (subject: string, name: string) => `[Contact] ${subject} — ${name}`,
  kicker: 'Nouveau message du site',
  received: (date: string) => `Reçu le ${date}`,
  notGiven: 'non indiqué',
  message: 'Message',
  answer: (email: string) => `Répondez simplement à ce message : votre réponse ira à ${email}.`,
  suspect: (reasons: string) =>
    `À vérifier avant de répondre : ce message ressemble à un envoi automatique (${reasons}).`,
  kept: 'Le site supprime ce message au plus tard 12 mois après sa réception. Pensez à le supprimer aussi de votre messagerie dans ce délai.',
  readAgain: 'Pour le relire :',
  command: (id: string) => `${commandName} messages show ${id}`,
} as const;

/** Texts of the notices to `NOTIFY_URL`, without personal data. */
export const noticeWords = {
  received: (subject: string, id: string, isSuspect: boolean) =>
    `Nouveau message du site${isSuspect ? ', peut-être automatique' : ''} : ${subject}. Pour le lire : ${commandName} messages show ${id}`,
  stuck: () =>
    `Un e-mail du site attend depuis plus de dix minutes. Pour savoir pourquoi : ${commandName} doctor`,
} as const;

/** Reasons for a suspect message, by code. */
const suspectReasons = {
  honeypot: 'un champ caché a été rempli',
  'address-in-name': 'une adresse dans le nom',
  // Earlier versions found these reasons; stored messages may have them.
  'many-links': 'plusieurs liens',
  'link-in-name': 'un lien dans le nom',
  markup: 'des balises de lien dans le texte',
  'all-capitals': 'tout en capitales',
  'not-latin': 'écrit dans un autre alphabet',
} as const;

/** A code that is stored with a suspect message. */
export type SuspectReason = keyof typeof suspectReasons;

/** Explains a stored code; returns a code of another version unchanged. */
export function suspectReasonText(code: string): string {
  return Object.hasOwn(suspectReasons, code) ? suspectReasons[code as SuspectReason] : code;
}
