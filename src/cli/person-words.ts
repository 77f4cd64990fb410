import { commandName } from '../command-name.server.ts';
import { counted } from '../content/counted.ts';

export const personWords = {
  notAnAddress: (text: string) => `« ${text} » n’est pas une adresse e-mail. Exemple : ada@exemple.fr`,
  nothing: 'Le site ne garde rien sur cette adresse.',
  held: (messages: number) =>
    `Cette adresse a ${counted(messages, 'message')}. Tout va être effacé définitivement, les e-mails de la file aussi.`,
  confirm: 'Effacer ces données ?',
} as const;

/** Words about an erasure and its limits. */
export const erasureWords = {
  sending: (count: number) =>
    `${counted(count, 'e-mail est en cours d’envoi et peut encore arriver', 'e-mails sont en cours d’envoi et peuvent encore arriver')} : à effacer aussi dans la boîte du studio.`,
  erased: (messages: number, mails: number) =>
    `Effacés : ${counted(messages, 'message')}, ${counted(mails, 'e-mail')} de la file.`,
  bytes: {
    gone: 'Il n’en reste aucun octet, ni dans le fichier de la base, ni dans son journal.',
    left: `Des octets en restent dans les fichiers de la base, qu’un autre programme lit en ce moment : le site les efface à son passage de chaque heure, une fois cette lecture finie. Pour le faire vous-même : ${commandName} advanced retention`,
    failed: (why: string) =>
      `Des octets en restent dans les fichiers de la base, qui n’a pas pu être réécrite : le site l’essaie de nouveau chaque heure. Pour le faire vous-même, une fois la cause écartée : ${commandName} advanced retention\nLa cause : ${why}`,
    postgres:
      'PostgreSQL en garde encore des traces dans ses fichiers et dans son journal (pg_wal), jusqu’à ce qu’il écrive par-dessus.',
  },
  keptStore: (file: string) =>
    `Cette ancienne base, laissée par une restauration ou le passage à PostgreSQL, n’est ni consultée ni effacée ; retirez-la si vous n’en avez plus besoin : ${file}`,
  keptStoreInUse: (file: string) =>
    `Un site lancé sans DATABASE_URL garde encore ses messages dans ${file} : relancez-le avec elle. N’effacez pas ce fichier : ces messages ne sont que là.`,
  elsewhere:
    'Restent à effacer à la main : les e-mails déjà partis dans la boîte du studio, et les sauvegardes (remplacez-les par une nouvelle).',
} as const;
