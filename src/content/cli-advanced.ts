import { counted } from './counted.ts';

/** Words of `advanced`. */
export const advancedHelp = {
  group: 'Commandes plus rares : file des e-mails, conservation, base de données',
  outbox: {
    summary: 'Montre les e-mails en attente, partis, refusés',
    examples: ['advanced outbox', 'advanced outbox --json'],
  },
  resend: {
    summary: 'Remet des e-mails en file tout de suite',
    id: 'Identifiant du message (ou son début)',
    allRefused: 'Tous les e-mails refusés',
    examples: ['advanced resend 019a2b3c-4d5e', 'advanced resend --all-refused'],
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
    force: 'Copie même si le site tourne (les messages reçus pendant la copie n’y seront pas)',
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
  oldest: (ago: string) => `Le plus ancien attend depuis ${ago}.`,
  limited: (limit: number) => `Seuls les ${limit} premiers de chaque état sont montrés.`,
  refusedHint: 'Pour renvoyer les refusés : npm run vitrine -- advanced resend --all-refused',
  which: 'Dites quel e-mail renvoyer : un identifiant de message, ou --all-refused.',
  noneRefused: 'Aucun e-mail n’est refusé : rien à remettre en file.',
  requeued: (count: number) =>
    `${counted(count, 'e-mail remis en file : il part', 'e-mails remis en file : ils partent')} dès que le site tourne.`,
} as const;
