import { commandName } from '../command-name.server.ts';
import { counted } from './counted.ts';

/** Words of the start-up; commands have their own. */
export const startUp = {
  ready: (url: string) => `Le site est prêt : ${url}`,
  noMail: `Aucun e-mail ne part : SMTP_URL n’est pas défini. Les messages sont gardés ; pour les lire : ${commandName} messages list`,
  exampleIdentity: (count: number) =>
    `${counted(count, 'valeur d’exemple', 'valeurs d’exemple')} encore en place : ${commandName} doctor --content les montre. Remplacez-les avant la mise en ligne.`,
  elsewhere: (siteUrl: string) =>
    `SITE_URL est ${siteUrl}, mais les pages montrent une autre adresse : ${commandName} doctor dit laquelle.`,
  migrated: (names: readonly string[]) => `Base de données mise à jour : ${names.join(', ')}`,
  metrics: (url: string) => `Mesures pour cette machine : ${url}`,
  noMetrics: (port: number) =>
    `Le port ${port} de cette machine est pris : le site tourne sans donner ses mesures. Libérez ce port ou changez PORT, puis relancez.`,
  stopping: 'Arrêt demandé : les requêtes en cours se terminent.',
  stopped: 'Arrêté.',
  crashed: 'Erreur imprévue : le serveur s’arrête. Les messages acceptés sont gardés ; relancez-le.',
} as const;
