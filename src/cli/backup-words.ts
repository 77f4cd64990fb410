import { counted } from '../content/counted.ts';

export const backupWords = {
  done: (file: string | undefined, size: string, messages: number) =>
    `Sauvegarde faite et contrôlée${file ? ` : ${file}` : ''} (${size}, ${counted(messages, 'message')}).`,
  leftOut: (count: number) =>
    `La copie laisse de côté ${counted(count, 'donnée qui serait trop ancienne', 'données qui seraient trop anciennes')} avant qu’elle ait un mois.`,
  inDoubt:
    'L’horloge de la machine ne s’accorde pas avec le temps qui a passé : la copie est complète et n’a rien laissé de côté. Vérifiez-la (« date ») et gardez les copies plus anciennes ; si elle est juste, refaites la sauvegarde dans un jour ou deux.',
  keepOlder: (why: string) =>
    `${why}\n\nGardez les copies plus anciennes : la base n’a pas pu être lue, ou l’heure de la machine est douteuse (vérifiez-la avec « date »).`,
  personal: 'Elle contient des données personnelles : gardez-la en lieu sûr, et pas plus d’un mois.',
} as const;

export const restoreWords = {
  notGood: (file: string, detail: string) =>
    `${file} n’est pas une sauvegarde saine du site (${detail}). Rien n’a été changé. Prenez-en une autre.`,
  newer: (file: string) =>
    `${file} vient d’une version plus récente du site. Installez cette version d’abord. Rien n’a été changé.`,
  willReplace: (file: string, messages: number, latest: string) =>
    `${file} : ${counted(messages, 'message')}, le plus récent ${latest}. Cette sauvegarde va devenir la base du site.`,
  noMessage: '(aucun)',
  pendingMails: (count: number) =>
    `${counted(count, 'e-mail en attente dans cette sauvegarde partira', 'e-mails en attente dans cette sauvegarde partiront')} au démarrage, une seconde fois si c’était déjà fait.`,
  current: (messages: number) => `La base actuelle (${counted(messages, 'message')}) sera gardée à côté.`,
  currentUnreadable: 'La base actuelle, illisible, sera gardée à côté.',
  intoPostgres: 'Elle ira dans la base PostgreSQL de DATABASE_URL, qui doit être vide.',
  refused: (table: string, found: number | undefined) =>
    found === undefined
      ? `La copie de ${table} n’est pas complète : tout a été annulé. Recommencez, site arrêté.`
      : `La base PostgreSQL n’est pas vide (${table} : ${counted(found, 'ligne')}). Donnez une base vide. Rien n’a été changé.`,
  copied: (rows: number) =>
    `${counted(rows, 'ligne copiée', 'lignes copiées')}, autant dans chaque table que dans la sauvegarde. Vous pouvez relancer le site.`,
  noCurrent: (dataDir: string) =>
    `Il n’y a pas encore de base dans DATA_DIR=${dataDir} : elle va être créée.`,
  confirm: 'Restaurer cette sauvegarde ?',
  done: 'Base restaurée. Vous pouvez relancer le site : il efface les messages de plus de 12 mois, un jour plus tard si la sauvegarde a plus de trois jours.',
  kept: (file: string) =>
    `Ancienne base gardée : ${file}. Effacez-la quand vous n’en avez plus besoin : elle contient des données personnelles.`,
} as const;
