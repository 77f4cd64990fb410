import { dirname, join } from 'node:path';
import { commandName } from './command-name.server.ts';
import { type Config, ConfigError, SettingsFileError } from './config/config.server.ts';
import { UnsoundStoreError } from './storage/backup.server.ts';
import {
  MigrationFailedError,
  reasonOf,
  resultCodeOf,
  StorageUnavailableError,
} from './storage/errors.server.ts';
import { sqliteFile } from './storage/files.server.ts';
import { StoreInUseError } from './storage/restore.server.ts';

/** The exit codes of the command line; its help has the same table. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  /** Nothing has the given identifier, or several have it. */
  notFound: 3,
  /** The operator did not confirm, or the command would endanger data. */
  refused: 4,
  /** The store or the mail server cannot be used. */
  unavailable: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command; the message tells the operator what is wrong and what to do, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(outcome: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[outcome];
  }
}

function explainSettings({ code, target }: SettingsFileError): string {
  const file = target === undefined ? 'Le fichier .env' : `Le fichier ${target}, où mène le lien .env,`;
  if (code === 'ENOENT')
    return `${file} n’existe pas. Créez-le (docs/operations/deploy.md), ou retirez le lien.`;
  if (code === 'EISDIR') return `${file} est un dossier. Mettez à sa place un fichier, comme .env.example.`;
  if (code === 'NOT_UTF8')
    return `${file} n’est pas en UTF-8. Enregistrez-le en UTF-8 (dans l’éditeur : « Enregistrer sous », encodage UTF-8), puis relancez.`;
  if (code !== 'EACCES') return `${file} ne peut pas être lu (${code}). Vérifiez le fichier et le disque.`;
  return `${file} existe, mais ce compte ne peut pas le lire. Donnez-lui ce droit par le groupe et le mode 0640, comme dans docs/operations/deploy.md.`;
}

/** Remedies when PostgreSQL gives no session, by codes of the server, the system or TLS; the first match counts. */
const postgresFixes: readonly (readonly [code: RegExp, fix: string])[] = [
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
    'Le serveur n’a plus de connexion libre pour ce compte. Augmentez max_connections, ou la limite du compte ou de la base, ou arrêtez ce qui en garde.',
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
  [/(?:)/, 'Vérifiez l’hôte, le port, le DNS de cette machine, le pare-feu, et que PostgreSQL est démarré.'],
];

/** Explanations and remedies by the reason why the store cannot be used; some name a code or a server. */
export const storeFailures = {
  unwritable: (dataDir: string) =>
    `Le dossier DATA_DIR=${dataDir} n’est pas accessible en écriture. Donnez ce droit à ce compte, ou choisissez un autre dossier.`,
  'unwritable-file': (dataDir: string) =>
    `Dans DATA_DIR=${dataDir}, ce compte ne peut pas lire et modifier vitrine.db, ou un fichier qui l’accompagne (vitrine.db-wal, vitrine.db-shm). Donnez-lui ces fichiers, avec chown.`,
  'read-only': (dataDir: string) =>
    `Le disque de DATA_DIR=${dataDir} est en lecture seule, souvent après une panne : voyez le journal du système (dmesg). Mettez d’abord les messages à l’abri : copiez vitrine.db et les fichiers qui l’accompagnent dans un dossier d’un autre disque, que DATA_DIR peut désigner.`,
  full: (folder: string) =>
    `Le disque de ${folder} est plein (df -h), ou a trop de fichiers (df -i). Libérez de la place, puis recommencez.`,
  damaged: (dataDir: string) =>
    `La base vitrine.db de DATA_DIR=${dataDir} est abîmée, ou n’est pas une base SQLite, ou son journal (vitrine.db-wal) est celui d’une autre. Restaurez une sauvegarde : ${commandName} restore <fichier>`,
  'wrong-encoding': (_dataDir: string, encoding: string) =>
    `La base PostgreSQL est en ${encoding} : elle refuserait les messages qui contiennent un emoji ou certaines lettres. Créez une base en UTF-8, avec le même compte, puis donnez son adresse : createdb --template=template0 --encoding=UTF8 --locale=C vitrine_utf8`,
  'spare-away': (_dataDir: string, name: string) =>
    `Le serveur de secours de PostgreSQL (${name}) ne confirme rien : aucun message n’est accepté. Remettez-le en marche, ou passez-vous de lui : suivez « To go on without it » de docs/operations/replication.md.`,
  'older-schema': () =>
    'Cette base est d’une version trop ancienne : mettez-la d’abord à jour avec la version que nomme « An older store » dans docs/operations/upgrade.md ; rien n’a été changé.',
  'newer-schema': () =>
    'La base a été créée par une version plus récente du site. Installez cette version, ou restaurez une sauvegarde plus ancienne.',
} as const;

const BUILT_SITE = join(import.meta.dirname, '..', 'dist');

/**
 * Explains any failure of a start or a command to the operator, with the remedy.
 * @param config undefined if it could not be read
 */
export function explainFailure(error: unknown, config: Config | undefined): CommandError {
  return error instanceof CommandError ? error : new CommandError(...explained(error, config));
}

function explained(
  error: unknown,
  config: Config | undefined,
): [outcome: keyof typeof exitCodes, message: string] {
  if (error instanceof ConfigError) {
    const wrong = error.problems.map(({ variable, expected }) => `  ${variable} : il faut ${expected}.`);
    const fix = 'Corrigez ces variables (fichier .env ou environnement), puis relancez. Voir .env.example.';
    return ['failure', ['Configuration incorrecte :', ...wrong, fix].join('\n')];
  }
  if (error instanceof SettingsFileError) return ['failure', explainSettings(error)];
  if (error instanceof UnsoundStoreError) {
    const remedy = `Arrêtez le site et restaurez une sauvegarde : ${commandName} restore <fichier>`;
    return ['unavailable', `La base est abîmée (${error.message}). ${remedy}`];
  }
  if (error instanceof StoreInUseError) {
    const inUse = `Un site ou une autre commande se sert de ${error.file}.`;
    return ['refused', `${inUse} Arrêtez le site, puis recommencez. Rien n’a été changé.`];
  }
  const { code, path, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND' || (code === 'ENOENT' && path?.startsWith(BUILT_SITE)))
    return ['failure', `Le site n’est pas construit. Lancez : npm run build\n${message}`];
  if (code === 'ENOENT' && path !== undefined)
    return ['notFound', `${path} n’existe pas, ou son dossier. Vérifiez le nom.`];
  // An error about a file names its path; a full disk found while writing to an open file does not.
  if (path !== undefined || code === 'ENOSPC') {
    const fix =
      code === 'EACCES'
        ? 'Donnez-en le droit à ce compte. Un fichier que vous nommez, votre shell peut l’ouvrir : « - » à la place du nom, puis « < fichier ».'
        : 'Vérifiez son nom, ses droits et la place sur le disque.';
    return ['failure', `Un fichier ne peut pas être lu ou écrit (${message}). ${fix}`];
  }
  const ofAddress = config && (syscall === 'listen' || syscall === 'getaddrinfo');
  if (ofAddress) return ['failure', explainAddress(code, config)];
  const ofStore = config && explainStore(error, config);
  if (ofStore !== undefined) return ['unavailable', ofStore];
  return ['failure', `Erreur imprévue : ${error instanceof Error ? (error.stack ?? error.message) : error}`];
}

function explainAddress(code: string | undefined, { host, port, socket }: Config): string {
  if (socket)
    return code === 'EADDRINUSE'
      ? `Un autre programme écoute déjà sur ${socket}, ou ce n’est pas une socket : arrêtez-le, ou déplacez ce fichier, puis relancez.`
      : `Ce compte ne peut pas créer SOCKET=${socket} (${code}) : le dossier doit exister et lui appartenir.`;
  if (code === 'EADDRINUSE')
    return `Le port ${port} de ${host} est déjà utilisé. Arrêtez l’autre programme ou choisissez un autre port, par exemple : PORT=${port + 1} npm start`;
  if (code === 'EACCES')
    return `Le port ${port} demande des droits que ce compte n’a pas. Choisissez un port à partir de 1024 : PORT=3000 npm start`;
  return `L’adresse HOST=${host} n’est pas celle de cette machine. Essayez HOST=127.0.0.1 ou HOST=0.0.0.0.`;
}

function explainStore(error: unknown, config: Config): string | undefined {
  const { dataDir } = config;
  // If the store is a link, its target's disk is the full one.
  const folder = dirname(sqliteFile(dataDir));
  const isUnavailable = error instanceof StorageUnavailableError;
  const cause = error instanceof MigrationFailedError ? error.cause : error;
  const reason = isUnavailable ? error.reason : reasonOf(cause, folder);
  const causeCode = isUnavailable ? error.causeCode : '';
  if (reason === 'unreachable') return explainPostgres(causeCode);
  if (reason === 'busy') return explainLock(config);
  if (reason) return storeFailures[reason](reason === 'full' ? folder : dataDir, causeCode);
  const { severity, code, message } = (cause ?? {}) as Record<string, unknown>;
  // When connections run out, the first one may succeed while a later one is refused with one of these codes.
  if (/^(ECONNREFUSED|ECONNRESET|53300)$/.test(String(code))) return explainPostgres(String(code));
  const refusal = postgresRefusals[String(code)];
  if (refusal) return refusal;
  // PostgreSQL's errors have a severity. If SQLite refuses a migration, that migration is at fault and is reported with its
  // stack.
  const isRefused = typeof severity === 'string' || resultCodeOf(error) !== undefined;
  return isRefused ? `La base a refusé l’opération : ${message}` : undefined;
}

function explainLock({ databaseUrl, dataDir }: Config): string {
  const file = sqliteFile(dataDir);
  const [locked, hint] = databaseUrl
    ? ['la base PostgreSQL', 'select * from pg_stat_activity']
    : [file, `fuser -v ${file}`];
  return `Un autre programme verrouille ${locked}. Pour savoir lequel : ${hint}. Attendez sa fin, ou arrêtez-le, puis recommencez.`;
}

/** Explanations of refusals within a session of PostgreSQL, by SQLSTATE. */
const postgresRefusals: Readonly<Record<string, string>> = {
  '42501':
    'Ce compte n’a pas le droit de créer ou de lire les tables du site : depuis PostgreSQL 15, « public » est fermé. Avec un compte d’administration, donnez-lui un schéma : create schema vitrine authorization COMPTE, puis : alter role COMPTE in database BASE set search_path = vitrine',
  '3F000':
    'Aucun schéma ne peut recevoir les tables : search_path est vide, ou nomme un schéma qui n’existe pas. Avec un compte d’administration : create schema vitrine authorization COMPTE, puis : alter role COMPTE in database BASE set search_path = vitrine',
  '53100':
    'Le disque du serveur PostgreSQL est plein : aucun message n’est gardé. Libérez-y de la place (df -h sur ce serveur, ou l’offre de l’hébergeur).',
  '25006':
    'PostgreSQL n’accepte que des lectures : aucun message n’est gardé. Si c’est une copie, mettez l’adresse du serveur principal dans DATABASE_URL ; sinon, cherchez pourquoi chez l’hébergeur de la base (place épuisée, maintenance), puis voyez default_transaction_read_only.',
};

/** Explains why PostgreSQL gives no session. @param code of the server, the system or TLS */
function explainPostgres(code: string): string {
  const [, fix] = postgresFixes.find(([pattern]) => pattern.test(code)) ?? [];
  return `La base PostgreSQL n’accepte pas la connexion (${code}). ${fix}`;
}
