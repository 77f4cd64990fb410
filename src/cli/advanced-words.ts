import { commandName } from '../command-name.server.ts';
import { counted } from '../content/counted.ts';

export const outboxWords = {
  titles: ['Message', 'État', 'En file depuis'],
  counts: (pending: number, sent: number, refused: number) =>
    `En attente : ${pending}   Partis : ${sent}   Refusés : ${refused}`,
  limited: (most: number) => `Seuls les ${most} plus anciens en attente, et refusés, sont montrés.`,
  refusedHint: `Pour renvoyer les refusés : ${commandName} advanced resend`,
  requeued: (refused: number, waiting: number) =>
    `${counted(refused, 'e-mail remis en file', 'e-mails remis en file')}, ${counted(waiting, 'en attente avancé', 'en attente avancés')} : le site les envoie dans les deux minutes, dès qu’il tourne.`,
} as const;

const tableNames = { message: 'messages', page_view: 'pages vues' } as const;

export const retentionWords = {
  deleted: (table: keyof typeof tableNames, count: number) =>
    `${tableNames[table]} : ${counted(count, 'ligne effacée', 'lignes effacées')}`,
  doubt: (machine: string, time: string) =>
    `L’horloge de la machine (${machine}) ne s’accorde pas avec le temps qui a passé (${time}) : rien n’est effacé avant l’heure. Vérifiez-la (« date »). Si elle est juste, le site la croit de lui-même au bout d’un jour, ou tout de suite avec : ${commandName} advanced retention --force`,
  due: (table: keyof typeof tableNames, months: number, before: string, count: number) =>
    `${tableNames[table]} : ${months} mois, tout ce qui date d’avant le ${before} ; à effacer maintenant : ${count}`,
} as const;

export const migrateWords = {
  done: (names: readonly string[]) => `Base mise à jour : ${names.join(', ')}`,
  upToDate: 'La base est déjà à jour.',
  applied: 'faite',
  pending: 'à faire',
  unknown: 'inconnue de cette version du site',
} as const;
