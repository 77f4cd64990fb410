import { counted } from './counted.ts';

/** Words of `doctor`: what each check looks at, what it found, what to do. */
export const doctorHelp = {
  summary: 'Contrôle l’installation et dit quoi corriger ; sort avec 1 s’il y a un problème',
  options: {
    content:
      'Liste seulement ce qui est encore l’exemple livré, avec fichier et ligne ; sort avec 1 s’il en reste',
  },
  examples: ['doctor', 'doctor --content', 'doctor --json'],
} as const;

export const checkNames = {
  identity: 'Identité légale',
  profile: 'Profil',
  site: 'Site',
  proxy: 'Proxy',
  smtp: 'Serveur de messagerie',
  outbox: 'E-mails à envoyer',
  notices: 'Notifications',
  store: 'Base de données',
  disk: 'Espace disque',
  clock: 'Horloge',
  retention: 'Conservation',
  backup: 'Sauvegarde',
  files: 'Droits des fichiers',
} as const;

export const doctorWords = {
  summary(problems: number, warnings: number): string {
    const parts = [
      ...(problems > 0 ? [`${counted(problems, 'problème')} à corriger.`] : []),
      ...(warnings > 0 ? [`${counted(warnings, 'point')} à voir avant la mise en ligne.`] : []),
    ];
    return parts.join(' ') || 'Tout va bien.';
  },
  broken: (detail: string) => `le contrôle n’a pas pu se faire (${detail})`,
} as const;

export const contentWords = {
  value: (label: string, value: string) => `${label} : « ${value} »`,
  prices: 'les prix sont ceux de l’exemple',
  file: 'le fichier est celui de l’exemple',
  left: (count: number) =>
    `${counted(count, 'valeur d’exemple', 'valeurs d’exemple')} à remplacer avant la mise en ligne.`,
  none: 'Aucune valeur d’exemple connue ne reste.',
} as const;

export const identityWords = {
  complete: 'complète',
  example: (count: number) => counted(count, 'valeur d’exemple', 'valeurs d’exemple'),
  fix: 'Pour les voir, avec fichier et ligne : npm run vitrine -- doctor --content. Remplacez-les avant la mise en ligne. Elles paraissent une fois le site reconstruit : npm start sur votre machine, docs/operations/upgrade.md sur un serveur.',
} as const;

export const profileCheckWords = {
  example: (name: string) => `celui de l’exemple (${name})`,
  fix: 'Enregistrez le vôtre : npm run vitrine -- profile import profil.json',
} as const;

export const siteWords = {
  localFix: (variable: string) =>
    `Avant la mise en ligne, mettez l’adresse publique dans ${variable} : visiteurs et moteurs de recherche la suivent.`,
  ready: (url: string, days: number) => `${url} répond, certificat valable encore ${counted(days, 'jour')}`,
  ending: (url: string, days: number) =>
    `${url} répond, certificat valable plus que ${counted(days, 'jour')}`,
  endingFix: 'Renouvelez le certificat ; vérifiez que son renouvellement automatique marche.',
  local: (url: string) => `${url}, une adresse locale`,
  http: (url: string) => `${url} n’est pas chiffré`,
  httpFix: (variable: string) =>
    `Mettez un proxy avec TLS devant le site (Caddy, nginx), et ${variable} en https://.`,
  silent: (url: string, detail: string) => `${url} ne répond pas (${detail})`,
  silentFix: (variable: string) =>
    `Lancez le site (npm start, ou son service), et vérifiez que ${variable} y mène.`,
  untrusted: (url: string, detail: string) => `${url} : certificat refusé (${detail})`,
  untrustedFix: (variable: string) =>
    `Le certificat doit être valable pour l’hôte de ${variable} et livré avec ses intermédiaires.`,
  notReady: (url: string, status: number) => `${url} répond, mais n’est pas prêt (${status})`,
  notReadyFix: 'Regardez le journal du site et le contrôle de la base ci-dessous.',
  foreign: (url: string, status: number) => `${url} répond ${status} : ce n’est pas ce site`,
  foreignFix: (variable: string) => `Vérifiez ${variable}, et que le proxy mène à ce serveur.`,
} as const;

export const proxyWords = {
  none: 'aucun, et TRUST_PROXY=0',
  trusted: (count: number) => `TRUST_PROXY=${count}`,
  missing: (sign: string) => `un proxy est devant le site (${sign}), et TRUST_PROXY=0`,
  missingFix:
    'Mettez TRUST_PROXY=1 (un proxy) : sans cela tous les visiteurs comptent pour un seul dans la limite des envois.',
  https: (variable: string) => `${variable} est en https`,
  exposed: (count: number, host: string) => `TRUST_PROXY=${count}, mais le site écoute sur ${host}`,
  exposedFix:
    'Qui atteint le site sans passer par le proxy peut inventer son adresse : mettez HOST=127.0.0.1, ou fermez le port au pare-feu.',
  superfluous: (count: number) => `TRUST_PROXY=${count} sur une adresse locale`,
  superfluousFix: 'Sans proxy devant le site, mettez TRUST_PROXY=0 : sinon chacun peut inventer son adresse.',
} as const;

export const smtpWords = {
  absent: 'SMTP_URL n’est pas défini : les messages sont gardés, aucun e-mail ne part',
  absentFix: 'Mettez SMTP_URL=smtps://nom:motdepasse@mail.exemple.fr:465, puis npm run vitrine -- mail test',
  accepts: (host: string) => `${host} accepte la connexion`,
  refuses: (host: string, code: string) => `${host} ne peut pas être utilisé (${code})`,
  inTheClear: (host: string) => `${host} n’offre pas STARTTLS : les messages traversent le réseau en clair`,
  inTheClearFix:
    'Prenez smtps://, ou activez STARTTLS sur ce serveur et exigez-le : SMTP_URL=smtp://mail.exemple.fr:587?requireTLS=true. Sur un réseau privé, cela peut rester ainsi.',
} as const;

export const outboxCheckWords = {
  empty: 'aucun en attente',
  waiting: (count: number) => `${count} en attente`,
  stuck: (count: number, ago: string, error: string) =>
    `${count} en attente, le plus ancien depuis ${ago}${error}`,
  lastError: (code: string) => ` (dernière erreur : ${code})`,
  stuckFix:
    'Vérifiez que le site tourne et que le serveur de messagerie répond : npm run vitrine -- advanced outbox',
  refused: (count: number) => `${counted(count, 'refusé')} par le serveur de messagerie`,
  refusedFix:
    'Lisez ces messages (npm run vitrine -- advanced outbox), corrigez la cause, puis npm run vitrine -- advanced resend',
  unsent: (count: number) => `${count} en attente, faute de serveur de messagerie`,
} as const;

export const noticeCheckWords = {
  well: 'aucun échec',
  failed: (count: number, code: string) =>
    `${counted(count, 'notification')} sans succès jusqu’ici (dernière erreur : ${code})`,
  fix: 'Vérifiez NOTIFY_URL : npm run vitrine -- mail test',
} as const;

export const storeWords = {
  unusable: 'elle n’est pas utilisable',
  sqlite: (size: string) => `SQLite, saine et modifiable, ${size}`,
  postgres: 'PostgreSQL, modifiable',
  unsound: (detail: string) => `abîmée (${detail})`,
  unsoundFix: 'Arrêtez le site et restaurez une sauvegarde : npm run vitrine -- restore <fichier>',
  readOnly: 'PostgreSQL n’accepte que des lectures : aucun message n’est gardé',
  readOnlyFix:
    'Si c’est une copie, mettez l’adresse du serveur principal dans DATABASE_URL ; sinon, cherchez pourquoi chez l’hébergeur de la base (place épuisée, maintenance), puis voyez default_transaction_read_only.',
  noFsync: 'PostgreSQL ne garantit pas l’écriture sur le disque (fsync = off)',
  noFsyncFix: 'Remettez fsync = on : sans cela une coupure de courant perd des messages acceptés.',
  pending: (names: readonly string[]) => `pas à jour (${names.join(', ')})`,
  pendingFix: 'Lancez npm run vitrine -- advanced migrate, ou relancez le site.',
} as const;

export const diskWords = {
  free: (size: string) => `${size} libres`,
  fix: 'Libérez de la place : sur un disque plein, le site refuse les messages.',
} as const;

const clockFix =
  'Réglez la date de la machine (timedatectl set-ntp true) : les durées de conservation en dépendent.';

export const clockWords = {
  behind: (instant: string, last: string) =>
    `il serait le ${instant}, mais la base a déjà des données du ${last}`,
  behindFix: `${clockFix} Si elle est juste, une horloge en avance a daté ces données : des messages ainsi datés seraient gardés d’autant plus longtemps, à effacer vous-même à temps (npm run vitrine -- messages list).`,
  differs: (seconds: number) => `${seconds} s d’écart avec le serveur PostgreSQL`,
  fix: clockFix,
} as const;

export const retentionCheckWords = {
  ran: (ago: string) => `dernier passage il y a ${ago}`,
  never: 'aucun passage encore',
  neverFix: 'Le site en fait un à son démarrage : lancez-le, ou npm run vitrine -- advanced retention',
  lateFix:
    'Le site en fait un chaque heure : vérifiez qu’il tourne, ou lancez npm run vitrine -- advanced retention',
  due: (count: number) => `${counted(count, 'donnée gardée', 'données gardées')} au-delà de la durée prévue`,
  dueFix: 'Lancez npm run vitrine -- advanced retention',
} as const;

export const backupCheckWords = {
  daily: 'chaque jour, et la dernière n’a pas échoué',
  failed: (result: string) => `la dernière a échoué (${result})`,
  failedFix: 'Lisez pourquoi : journalctl -u vitrine-backup ; puis systemctl start vitrine-backup.service',
  notYet: 'aucune depuis le démarrage de la machine',
  notYetFix: 'Attendez la prochaine, ou faites-en une : systemctl start vitrine-backup.service',
  notOrdered: 'aucune n’est prévue',
  notOrderedFix: 'systemctl enable --now vitrine-backup.timer',
} as const;

export const filesWords = {
  closed: 'seul ce compte lit les données',
  open: (path: string, mode: string) => `${path} est ouvert à d’autres comptes (${mode})`,
  leftover: (paths: readonly string[]) =>
    `${paths.join(', ')} : ancienne base (restauration, passage à PostgreSQL), avec des données personnelles`,
  leftoverFix: (quotedPaths: string) => `Si vous n’en avez plus besoin : rm ${quotedPaths}`,
  leftoverInUse: (path: string) => `un site lancé sans DATABASE_URL garde encore ses messages dans ${path}`,
  leftoverInUseFix:
    'Relancez-le avec DATABASE_URL. N’effacez pas ce fichier : ce que le site a reçu depuis la copie n’est que là.',
  fix: (quotedPath: string, mode: string) => `chmod ${mode} ${quotedPath}`,
} as const;
