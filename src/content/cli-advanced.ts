import { counted } from './counted.ts';

/** Words of `advanced`. */
export const advancedHelp = {
  group: 'Commandes plus rares : file des e-mails, conservation, base de données',
  outbox: {
    summary: 'Montre les e-mails en attente, partis, refusés',
    examples: ['advanced outbox'],
  },
  resend: {
    summary: 'Remet en file les e-mails refusés',
    examples: ['advanced resend'],
  },
  retention: {
    summary: 'Efface maintenant ce qui a dépassé sa durée de conservation (le site le fait chaque heure)',
    examples: ['advanced retention --dry-run', 'advanced retention'],
  },
  migrate: {
    summary: 'Met la base à jour (le site le fait aussi à son démarrage)',
    examples: ['advanced migrate --dry-run', 'advanced migrate'],
  },
  copy: {
    summary: 'Copie la base SQLite dans une base PostgreSQL vide, site arrêté',
    url: 'Adresse de la base PostgreSQL ; avec un tiret, elle est lue sur l’entrée standard, et son mot de passe ne se voit pas dans la liste des processus',
    examples: ['advanced copy-to-postgres - < adresse.txt'],
  },
} as const;

export const outboxWords = {
  columns: {
    message: 'Message',
    state: 'État',
    attempts: 'Essais',
    queued: 'En file depuis',
    due: 'Prochain essai',
    error: 'Dernière erreur',
  },
  counts: (pending: number, sent: number, refused: number) =>
    `En attente : ${pending}   Partis : ${sent}   Refusés : ${refused}`,
  noMail: 'SMTP_URL n’est pas défini : aucun e-mail ne part.',
  limited: (limit: number) => `Seuls les ${limit} premiers de chaque état sont montrés.`,
  refusedHint: 'Pour renvoyer les refusés : npm run vitrine -- advanced resend',
  noneRefused: 'Aucun e-mail n’est refusé : rien à remettre en file.',
  requeued: (count: number) =>
    `${counted(count, 'e-mail remis en file : il part', 'e-mails remis en file : ils partent')} dès que le site tourne.`,
} as const;

export const retentionWords = {
  names: { message: 'messages', page_view: 'pages vues' } as Readonly<Record<string, string>>,
  deleted: (count: number, name: string) => `${name} : ${counted(count, 'ligne effacée', 'lignes effacées')}`,
  held: 'L’horloge a fait un grand saut : une partie seulement est effacée, une fois par heure. Vérifiez la date de la machine ; le site continue de lui-même.',
  due: (name: string, months: number, before: string, count: number) =>
    `${name} : ${months} mois, tout ce qui date d’avant le ${before} ; à effacer maintenant : ${count}`,
} as const;

export const migrateWords = {
  done: (names: readonly string[]) => `Base mise à jour : ${names.join(', ')}`,
  upToDate: 'La base est déjà à jour.',
  applied: 'faite',
  pending: 'à faire',
  unknown: 'inconnue de cette version du site',
} as const;

export const copyWords = {
  alreadyPostgres:
    'DATABASE_URL désigne déjà une base PostgreSQL. Retirez cette variable pour copier depuis la base SQLite de DATA_DIR.',
  notAnUrl:
    'Il faut une adresse comme postgres://utilisateur:motdepasse@hote:5432/base. Dans le mot de passe, les caractères spéciaux s’écrivent encodés (%23 pour #).',
  inUse:
    'Le site se sert de la base : les messages reçus pendant la copie seraient perdus. Arrêtez-le, puis recommencez.',
  notEmpty: (table: string, count: number) =>
    `La base PostgreSQL n’est pas vide (${table} : ${counted(count, 'ligne')}). Donnez une base vide. Rien n’a été changé.`,
  table: (name: string, count: number) => `${name} : ${counted(count, 'ligne')}`,
  differs: (table: string) =>
    `La copie de ${table} n’est pas complète : tout a été annulé. Recommencez, site arrêté.`,
  done: (rows: number) =>
    `${counted(rows, 'ligne copiée', 'lignes copiées')}, autant dans chaque table que dans la base SQLite.`,
  next: 'Pour s’en servir : mettez cette adresse dans DATABASE_URL, puis relancez le site. La base SQLite reste en place : effacez-la ensuite.',
} as const;
