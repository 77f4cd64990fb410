import { commandName } from './command-name.server.ts';

/** A program that has a lock on the store. */
interface Blocker {
  pid: number;
  program: string;
  seconds?: number | null;
}

/** Writes ` : pid 12 (pg_dump postgres, depuis 130 s)`; nothing if nobody is known. */
function named(blockers: readonly Blocker[]): string {
  const each = blockers.map(({ pid, program, seconds }) => {
    const facts = [program, seconds ? `depuis ${seconds} s` : ''].filter(Boolean).join(', ');
    return facts ? `pid ${pid} (${facts})` : `pid ${pid}`;
  });
  return each.length > 0 ? ` : ${each.join(', ')}` : '';
}

export const settingsFailures = {
  wrong: (problems: readonly { variable: string; expected: string }[]) =>
    [
      'Configuration incorrecte :',
      ...problems.map(({ variable, expected }) => `  ${variable} : il faut ${expected}.`),
      'Corrigez ces variables (fichier .env ou environnement), puis relancez. Voir .env.example.',
    ].join('\n'),
  /** @param target the file that a link leads to */
  unreadable(code: string | undefined, target: string | undefined): string {
    const file = target === undefined ? 'Le fichier .env' : `Le fichier ${target}, où mène le lien .env,`;
    if (code === 'ENOENT')
      return `${file} n’existe pas. Créez-le (docs/operations/deploy.md), ou retirez le lien.`;
    if (code === 'EISDIR') return `${file} est un dossier. Mettez à sa place un fichier, comme .env.example.`;
    if (code === 'NOT_UTF8')
      return `${file} n’est pas en UTF-8. Enregistrez-le en UTF-8 (dans l’éditeur : « Enregistrer sous », encodage UTF-8), puis relancez.`;
    if (code !== 'EACCES' && code !== 'EPERM')
      return `${file} ne peut pas être lu (${code}). Vérifiez le fichier et le disque.`;
    return `${file} existe, mais ce compte ne peut pas le lire. Donnez-lui ce droit par le groupe et le mode 0640, comme dans docs/operations/deploy.md.`;
  },
} as const;

export const startFailures = {
  portInUse: (host: string, port: number) =>
    `Le port ${port} de ${host} est déjà utilisé. Arrêtez l’autre programme ou choisissez un autre port, par exemple : PORT=${port + 1} npm start`,
  socketFailed: (socket: string, code: string | undefined) =>
    code === 'EADDRINUSE'
      ? `Un autre programme écoute déjà sur ${socket}, ou a laissé ce fichier : arrêtez-le, ou effacez le fichier, puis relancez.`
      : `Ce compte ne peut pas créer SOCKET=${socket} (${code}) : le dossier doit exister et lui appartenir.`,
  portForbidden: (port: number) =>
    `Le port ${port} demande des droits que ce compte n’a pas. Choisissez un port à partir de 1024 : PORT=3000 npm start`,
  hostUnknown: (host: string) =>
    `L’adresse HOST=${host} n’est pas celle de cette machine. Essayez HOST=127.0.0.1 ou HOST=0.0.0.0.`,
  noBuild: 'Le site n’est pas construit. Lancez : npm run build',
} as const;

/** Failures that any command may meet. */
export const failures = {
  noStore: (file: string) =>
    `Il n’y a pas encore de base : ${file} n’existe pas. Vérifiez DATA_DIR, ou créez la base en lançant le site (npm start, ou son service).`,
  notMigrated: (names: readonly string[]) =>
    `La base n’est pas à jour (${names.join(', ')}). Lancez : ${commandName} advanced migrate`,
  unsound: (detail: string) =>
    `La base est abîmée (${detail}). Arrêtez le site et restaurez une sauvegarde : ${commandName} restore <fichier>`,
  inUse: (file: string, blockers: readonly Blocker[]) =>
    `Un site ou une autre commande se sert de ${file}${named(blockers)}. Arrêtez le site, puis recommencez. Rien n’a été changé.`,
  lockedFile: (file: string, blockers: readonly Blocker[]) =>
    blockers.length > 0
      ? `Un autre programme verrouille ${file}${named(blockers)}. Attendez sa fin, ou arrêtez-le, puis recommencez.`
      : `Un autre programme verrouille ${file}. Pour savoir lequel : fuser -v ${file}. Attendez sa fin, ou arrêtez-le, puis recommencez.`,
  lockedDatabase: (blockers: readonly Blocker[]) =>
    blockers.length > 0
      ? `D’autres programmes verrouillent la base PostgreSQL${named(blockers)}. Attendez leur fin, ou terminez-les (select pg_terminate_backend(${blockers[0]?.pid})), puis recommencez.`
      : 'Un autre programme verrouille la base PostgreSQL. Pour savoir lequel : select * from pg_stat_activity. Attendez sa fin, puis recommencez.',
  resultNotWritten:
    'Le résultat n’a pas pu être écrit (disque plein ?). Les opérations annoncées ci-dessus ont bien été faites.',
  unexpected: (message: string) => `Erreur imprévue : ${message}`,
  noSuchFile: (file: string) => `${file} n’existe pas, ou son dossier. Vérifiez le nom.`,
  file: (detail: string) =>
    `Un fichier ne peut pas être lu ou écrit (${detail}). Vérifiez son nom, ses droits et la place sur le disque.`,
  notAFile: (file: string) =>
    `${file} n’est pas un fichier ordinaire (dossier, tube, périphérique…). Choisissez un autre nom.`,
  storeFile: (file: string) =>
    `${file} est un fichier de la base elle-même : il n’est jamais remplacé. Choisissez un autre nom.`,
  closedFolder: (folder: string, account: string) =>
    `Le compte ${account}, celui des commandes, ne peut pas écrire dans ${folder}. Nommez un dossier où il le peut, comme /var/backups/vitrine, ou laissez écrire votre shell : la même commande sans nom de fichier (ou avec « - » pour backup et insights --html), puis « > ${folder}/fichier ».`,
  notOnTerminal: 'Une copie ne s’affiche pas à l’écran : ajoutez « > fichier » à la commande.',
  fileExists: (file: string) =>
    `Le fichier ${file} existe déjà. Choisissez un autre nom, ou ajoutez --force pour le remplacer.`,
  databaseReadOnly:
    'PostgreSQL n’accepte que des lectures : aucun message n’est gardé. Si c’est une copie, mettez l’adresse du serveur principal dans DATABASE_URL ; sinon, cherchez pourquoi chez l’hébergeur de la base (place épuisée, maintenance), puis voyez default_transaction_read_only.',
  databaseFull:
    'Le disque du serveur PostgreSQL est plein : aucun message n’est gardé. Libérez-y de la place (df -h sur ce serveur, ou l’offre de l’hébergeur).',
  databaseRefused: (message: string) => `La base a refusé l’opération : ${message}`,
  postgresUnreachable: (code: string, fix: string) =>
    `La base PostgreSQL n’accepte pas la connexion (${code}). ${fix}`,
  postgresSilent:
    'Vérifiez l’hôte, le port, le DNS de cette machine, le pare-feu, et que PostgreSQL est démarré.',
} as const;

/** Remedies when PostgreSQL gives no session, by code of the server, the system or TLS. */
export const postgresFixes: readonly (readonly [RegExp, string])[] = [
  [
    /28P01|SASL/,
    'Le nom ou le mot de passe de l’adresse n’est pas accepté. Les caractères spéciaux s’y écrivent encodés (%40 pour @).',
  ],
  [
    /28000/,
    'Le serveur refuse ce nom depuis cette machine, ou veut une connexion chiffrée : ajoutez « ?sslmode=verify-full » à l’adresse, ou ouvrez l’accès (pg_hba.conf).',
  ],
  [/3D000/, 'Cette base n’existe pas sur le serveur : créez-la, ou corrigez la fin de l’adresse.'],
  [
    /53300/,
    'Le serveur n’a plus de connexion libre pour ce compte : chaque processus du site en ouvre dix au plus. Augmentez max_connections, ou la limite du compte ou de la base, ou arrêtez ce qui en garde.',
  ],
  [
    /EACCES|ENOENT/,
    'Ce compte ne trouve pas, ou ne peut pas lire, un fichier que l’adresse nomme : vérifiez sslrootcert et ses droits, ou le dossier donné comme host.',
  ],
  [/support SSL/, 'Ce serveur n’a pas de TLS : retirez sslmode de l’adresse, ou activez TLS sur le serveur.'],
  [
    /CERT|UNABLE_TO_VERIFY/,
    'Le certificat du serveur est refusé : s’il a expiré, faites-le renouveler ; sinon, donnez celui de son autorité (?sslmode=verify-full&sslrootcert=/chemin/ca.pem) et le nom d’hôte qu’il porte. Voir docs/operations/scale-out.md.',
  ],
];

/** Explanations of an unusable store, with the remedy; by the store's reason and the code of its cause. */
export const storeFailures = {
  unwritable: (dataDir: string) =>
    `Le dossier DATA_DIR=${dataDir} n’est pas accessible en écriture. Donnez ce droit à ce compte, ou choisissez un autre dossier.`,
  'unwritable-file': (dataDir: string) =>
    `Dans DATA_DIR=${dataDir}, ce compte ne peut pas lire et modifier vitrine.db, ou un fichier qui l’accompagne (vitrine.db-wal, vitrine.db-shm). Donnez-lui ces fichiers, avec chown.`,
  'read-only': (dataDir: string) =>
    `Le disque de DATA_DIR=${dataDir} est en lecture seule, souvent après une panne : voyez le journal du système (dmesg). Mettez d’abord les messages à l’abri : copiez vitrine.db et les fichiers qui l’accompagnent dans un dossier d’un autre disque, que DATA_DIR peut désigner.`,
  full: (folder: string) =>
    `Le disque de ${folder} est plein (df -h), ou a trop de fichiers (df -i). Libérez de la place, puis recommencez.`,
  'not-a-database': (dataDir: string) =>
    `Le fichier vitrine.db de DATA_DIR=${dataDir} n’est pas une base SQLite lisible. Restaurez une sauvegarde, ou déplacez ce fichier pour repartir d’une base vide.`,
  damaged: (_dataDir: string) =>
    `La base est abîmée. Contrôlez-la avec ${commandName} doctor, puis restaurez une sauvegarde.`,
  'wrong-encoding': (_dataDir: string, encoding: string) =>
    `La base PostgreSQL est en ${encoding} : elle refuserait les messages qui contiennent un emoji ou certaines lettres. Créez une base en UTF-8, avec le même compte, puis donnez son adresse : createdb --template=template0 --encoding=UTF8 --locale=C vitrine_utf8`,
  'spare-away': (_dataDir: string, name: string) =>
    `Le serveur de secours de PostgreSQL (${name}) ne confirme rien : aucun message n’est accepté. Remettez-le en marche, ou passez-vous de lui, sur le serveur principal : runuser -u postgres -- psql -c "alter system set synchronous_standby_names = ''" -c "select pg_reload_conf()"`,
  'older-schema': () =>
    'Cette base est d’une version trop ancienne : mettez-la d’abord à jour avec la version que nomme « An older store » dans docs/operations/upgrade.md ; rien n’a été changé.',
  'newer-schema': () =>
    'La base a été créée par une version plus récente du site. Installez cette version, ou restaurez une sauvegarde plus ancienne.',
} as const;
