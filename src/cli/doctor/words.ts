import { commandName } from '../../command-name.server.ts';
import { counted } from '../../content/counted.ts';

export const doctorWords = {
  allWell: 'Tout va bien.',
  broken: (detail: string) => `le contrôle n’a pas pu se faire (${detail})`,
  example: (field: string, text: string) => `${field} : ${text.replaceAll(/\s+/g, ' ')}`,
  exampleFile: 'le fichier est celui de l’exemple',
  content: {
    replace: 'À remplacer (ou à confirmer : ôtez la marque « example ») :',
    confirm:
      'Vos promesses et votre déclaration d’accessibilité, à confirmer (ôtez la marque « example ») ou à réécrire :',
    mayStay: 'Encore comme dans l’exemple ; cela peut rester, si c’est vrai pour vous :',
    unchangedLines: (lines: readonly (number | undefined)[]) =>
      `${lines.length === 1 ? 'ligne' : 'lignes'} ${lines.join(', ')}`,
  },
  noExample: 'Aucune valeur d’exemple connue ne reste.',
} as const;

/** The settings as `doctor --settings` shows them. */
export const settingsWords = {
  site: (siteUrl: string, apiUrl: string | undefined) =>
    apiUrl ? `Site : ${siteUrl}, API : ${apiUrl}` : `Site : ${siteUrl}`,
  listens: (address: string) => `Écoute : ${address}`,
  store: (place: string) => `Base : ${place}`,
  mail: (server: string, from: string, to: string) => `E-mails : par ${server}, de ${from}, à ${to}`,
  noMail: 'E-mails : aucun (SMTP_URL n’est pas défini)',
  notices: (origin: string) => `Notifications : ${origin}`,
  visitors: (proxies: number, limit: number | null) =>
    `Visiteurs : ${counted(proxies, 'proxy', 'proxys')} devant le site, ${limit === null ? 'envois sans limite' : `${counted(limit, 'envoi')} par adresse en 10 minutes`}`,
} as const;

/** Each check of `doctor`: its name, and what it may find, with what to do. */
export const checkWords = {
  identity: {
    name: 'Identité légale',
    example: (count: number) => counted(count, 'valeur d’exemple', 'valeurs d’exemple'),
    elsewhere: (siteUrl: string, siteAddress: string) =>
      `SITE_URL est ${siteUrl}, mais les pages montrent ${siteAddress}`,
    elsewhereFix:
      'Mettez la même adresse dans SITE_URL et dans siteAddress (src/content/identity.ts, puis reconstruisez le site).',
    fix: `Pour les voir, avec fichier et ligne : ${commandName} doctor --content. Remplacez-les avant la mise en ligne. Elles paraissent une fois le site reconstruit : npm start sur votre machine, docs/operations/upgrade.md sur un serveur.`,
  },
  profile: {
    name: 'Profil',
    example: (name: string) => `celui de l’exemple (${name})`,
    fix: `Enregistrez le vôtre : ${commandName} profile import profil.json`,
  },
  site: {
    name: 'Site',
    local: (url: string) => `${url}, une adresse locale`,
    localFix:
      'Avant la mise en ligne, mettez l’adresse publique dans SITE_URL : visiteurs et moteurs de recherche la suivent.',
    http: (url: string) => `${url} n’est pas chiffré`,
    httpFix: 'Mettez un proxy avec TLS devant le site (Caddy, nginx), et SITE_URL (ou API_URL) en https://.',
    notReady: (url: string, detail: string) => `${url} ne répond pas, ou ce n’est pas ce site (${detail})`,
    endsSoon: (url: string, days: number) =>
      `le certificat de ${url} n’est plus valable que ${counted(days, 'jour')}`,
    certificateFix:
      'Le certificat est à renouveler : Caddy et certbot le font d’eux-mêmes, leur journal dit ce qui les en empêche (journalctl -u caddy, certbot renew --dry-run). Avec nginx, rechargez-le ensuite : systemctl reload nginx.',
    notReadyFix:
      'Lancez le site (npm start, ou son service). Vérifiez que SITE_URL (ou API_URL) y mène, et que le certificat y est valable pour cet hôte, avec ses intermédiaires.',
  },
  proxy: {
    name: 'Proxy',
    missing: 'le site est en https, donc derrière un proxy, et TRUST_PROXY=0',
    missingFix:
      'Mettez TRUST_PROXY=1 (un proxy) : sans cela tous les visiteurs comptent pour un seul dans la limite des envois.',
    exposed: (count: number, host: string) => `TRUST_PROXY=${count}, mais le site écoute sur ${host}`,
    exposedFix:
      'Qui atteint le site sans passer par le proxy peut inventer son adresse : mettez HOST=127.0.0.1, ou fermez le port au pare-feu.',
  },
  smtp: {
    name: 'Serveur de messagerie',
    refuses: (host: string, code: string) => `${host} ne peut pas être utilisé (${code})`,
    sends: (host: string, to: string) => `${host}, pour ${to}`,
    inTheClear: (host: string) => `${host} n’offre pas STARTTLS : les messages traversent le réseau en clair`,
    inTheClearFix:
      'Prenez smtps://, ou activez STARTTLS sur ce serveur et exigez-le : SMTP_URL=smtp://mail.exemple.fr:587?requireTLS=true. Sur un réseau privé, cela peut rester ainsi.',
  },
  outbox: {
    name: 'E-mails à envoyer',
    waiting: (count: number, error: string | null) =>
      error ? `${count} en attente (dernière erreur : ${error})` : `${count} en attente`,
    stuckFix: `Vérifiez que le site tourne et que le serveur de messagerie répond : ${commandName} advanced outbox`,
    refused: (count: number) => `${counted(count, 'refusé')} par le serveur de messagerie`,
    refusedFix: `Lisez ces messages (${commandName} advanced outbox), corrigez la cause, puis ${commandName} advanced resend`,
  },
  notices: {
    name: 'Notifications',
    failed: (error: string) => `il y en a qui ne partent pas (${error})`,
    fix: `Vérifiez que le site tourne, puis NOTIFY_URL : ${commandName} mail test`,
  },
  store: {
    name: 'Base de données',
    unusable: 'elle n’est pas utilisable',
    sqlite: (size: string, free: string) => `SQLite, ${size}, ${free} libres sur le disque`,
    diskFix: 'Libérez de la place : sur un disque plein, le site refuse les messages.',
    fleeting: (dataDir: string) =>
      `SQLite, dans ${dataDir}, sur un disque qui disparaît avec le conteneur ou au redémarrage`,
    fleetingFix:
      'Donnez à DATA_DIR un volume qui reste, ou prenez PostgreSQL (DATABASE_URL) : docs/operations/managed-hosts.md.',
    noFsync: 'PostgreSQL ne garantit pas l’écriture sur le disque (fsync = off)',
    noFsyncFix: 'Remettez fsync = on : sans cela une coupure de courant perd des messages acceptés.',
  },
  retention: {
    name: 'Conservation',
    ran: (instant: string) => `dernier passage le ${instant}`,
    never: 'aucun passage encore',
    doubt: (machine: string, time: string) =>
      `l’horloge de la machine dit ${machine}, le site en est au ${time}`,
    doubtFix: `Mettez la machine à l’heure (timedatectl). Si elle l’est déjà, dites-le : ${commandName} advanced retention --force. Sans cela, le site la croit de lui-même après un jour, sauf si elle a sauté pendant qu’il tournait.`,
    fix: `Le site en fait un à son démarrage, puis chaque heure : vérifiez qu’il tourne, ou lancez ${commandName} advanced retention`,
  },
  backup: {
    name: 'Sauvegarde',
    never: 'aucune copie n’a été faite par cette installation',
    neverFix: 'Faites-en une par jour : docs/operations/backup.md.',
    made: (instant: string, file: string | undefined) =>
      file ? `dernière copie le ${instant} (${file})` : `dernière copie le ${instant}, sortie d’ici`,
    unreadable: (file: string, why: string) =>
      `la dernière copie n’est plus là, ou ne se lit pas : ${file} (${why})`,
    oldFix:
      'Refaites-en une : systemctl start vitrine-backup.service ; si elle échoue, journalctl -u vitrine-backup dit pourquoi. Voir docs/operations/backup.md.',
  },
  processes: {
    name: 'Processus',
    up: (count: number) => `${counted(count, 'prêt')}`,
    down: (instance: string) => `vitrine@${instance} ne répond pas`,
    fix: (instance: string) =>
      `systemctl restart vitrine@${instance} ; puis, s’il ne part pas : journalctl -u vitrine@${instance}`,
  },
  files: {
    name: 'Droits des fichiers',
    open: (path: string, mode: string) => `${path} est ouvert à d’autres comptes (${mode})`,
    // Quoted for a shell that runs nothing of the name.
    fix: (path: string, change: string) => `chmod ${change} '${path.replaceAll("'", "'\\''")}'`,
    kept: 'une ancienne base reste, avec des données personnelles',
  },
  openFiles: {
    name: 'Fichiers ouverts',
    few: (limit: number) => `${limit} au plus à la fois, connexions comprises`,
    fix: 'Les jours d’affluence, le site ferme plus tôt des connexions inactives. Relevez la limite : LimitNOFILE=16384 (systemd), --ulimit nofile=16384 (conteneur), ou celle du compte dans /etc/security/limits.conf.',
  },
} as const;
