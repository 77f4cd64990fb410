import { createReadStream, existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { commandName } from '../command-name.server.ts';
import type { Clock } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { CommandError, explainFailure, storeFailures } from '../failure.server.ts';
import { copyLimits, lastRetention, lastRetentionIn } from '../retention/retention.server.ts';
import { doubtOf } from '../retention/trusted-clock.ts';
import {
  inspectSqlite,
  noteBackup,
  UnsoundStoreError,
  vacuumInto,
  writeCopy,
} from '../storage/backup.server.ts';
import { CopyRefusedError, copyToPostgres, copyToSqlite, migrateFile } from '../storage/copy.server.ts';
import { isDiskFull, resultCodeOf, resultCodes } from '../storage/errors.server.ts';
import { moveIntoPlace, sqliteFile, unfinishedFile } from '../storage/files.server.ts';
import { currentNames, shippedMigrations } from '../storage/migrate.server.ts';
import { openStorage } from '../storage/open-storage.server.ts';
import { isInUse, putInPlace, StoreInUseError, stageRestore } from '../storage/restore.server.ts';
import type { Storage } from '../storage/storage.ts';
import { counted } from '../words/counted.ts';
import { type Dependencies, existingStore, openExisting, requireCurrent } from './command.server.ts';
import { checkTarget, notAFile } from './output.server.ts';
import { formatInstant, formatSize } from './text.ts';

const backupWords = {
  done: (file: string | undefined, size: string, messages: number) =>
    `Sauvegarde faite et contrôlée${file ? ` : ${file}` : ''} (${size}, ${counted(messages, 'message')}).`,
  leftOut: (count: number) =>
    `La copie laisse de côté ${counted(count, 'donnée qui serait trop ancienne', 'données qui seraient trop anciennes')} avant qu’elle ait un mois.`,
  inDoubt: `L’horloge de la machine ne s’accorde pas avec celle du site : la copie est complète et n’a rien laissé de côté. Vérifiez-la (« date ») et gardez les copies plus anciennes ; si elle est juste, dites-le (${commandName} advanced retention --force), puis refaites la sauvegarde.`,
  keepOlder: (why: string) =>
    `${why}\n\nGardez les copies plus anciennes : la base n’a pas pu être lue, ou l’heure de la machine est douteuse (vérifiez-la avec « date »).`,
} as const;

const restoreWords = {
  notGood: (file: string, detail: string) =>
    `${file} n’est pas une sauvegarde saine du site (${detail}). Rien n’a été changé. Prenez-en une autre.`,
  newer: (file: string) =>
    `${file} vient d’une version plus récente du site. Installez cette version d’abord. Rien n’a été changé.`,
  unchanged: 'Ceci n’était qu’un essai : rien n’a été changé.',
  willReplace: (file: string, content: string) =>
    `${file} : ${content}. Cette sauvegarde va devenir la base du site.`,
  pendingMails: (count: number) =>
    `${counted(count, 'e-mail en attente dans cette sauvegarde partira', 'e-mails en attente dans cette sauvegarde partiront')} au démarrage, une seconde fois si c’était déjà fait.`,
  refused: (table: string, found: number | undefined) =>
    found === undefined
      ? `La copie de ${table} n’est pas complète : tout a été annulé. Recommencez, site arrêté.`
      : `La base PostgreSQL n’est pas vide (${table} : ${counted(found, 'ligne')}). Donnez une base vide. Rien n’a été changé.`,
  copied: (rows: number) =>
    `${counted(rows, 'ligne copiée', 'lignes copiées')}, autant dans chaque table que dans la sauvegarde. Vous pouvez relancer le site.`,
  done: 'Base restaurée. Vous pouvez relancer le site : il efface les messages de plus de 12 mois.',
  kept: (file: string) =>
    `Ancienne base gardée : ${file}. Effacez-la quand vous n’en avez plus besoin : elle contient des données personnelles.`,
} as const;

/**
 * Copies the store into a file, or with `-` to standard output, which the caller's shell opens with the caller's rights.
 * @throws CommandError `refused` when older copies have to be kept
 */
export async function backup(
  { config, clock, output, resolvePath }: Dependencies,
  name: string,
  { force }: { force?: true },
): Promise<void> {
  const file = name === '-' ? undefined : resolvePath(name);
  const target = file ?? sqliteFile(config.dataDir);
  // Until the store is read, the clock counts as in doubt: older copies may be younger than they seem.
  let inDoubt = true;
  try {
    await using storage = config.databaseUrl ? await openExisting(config) : undefined;
    const { ranAt, fill } = await readSource(config, storage);
    inDoubt = doubtOf(clock.now(), ranAt) !== undefined;
    if (file) await checkTarget(config, file, force);
    await using partial = await unfinishedFile(target, 'partial');
    // While the clock is in doubt, the copy keeps every row.
    const limits = inDoubt ? [] : copyLimits(clock.now());
    const { messages, leftOut } = await writeCopy(partial.path, fill, limits);
    const { size } = await stat(partial.path);
    if (file) await moveIntoPlace(partial.path, file);
    else await output.bytes(createReadStream(partial.path));
    output.note(backupWords.done(file, formatSize(size), messages));
    if (leftOut > 0) output.note(backupWords.leftOut(leftOut));
    output.note('Elle contient des données personnelles : gardez-la en lieu sûr, et pas plus d’un mois.');
  } catch (error) {
    // SQLite's error names no file, so the full disk would be taken for the store's.
    const isFull = isDiskFull(error, dirname(target));
    const failure = isFull ? new CommandError('failure', storeFailures.full(dirname(target))) : error;
    if (!inDoubt && !isDamage(failure)) throw failure;
    throw new CommandError('refused', backupWords.keepOlder(explainFailure(failure, config).message));
  }
  await noteCopy(config, clock, file);
  if (inDoubt) throw new CommandError('refused', backupWords.inDoubt);
}

/** Reads a SQLite store of any version, or a PostgreSQL store that is up to date. */
async function readSource(config: Config, storage: Storage | undefined) {
  if (!storage) {
    const store = existingStore(config);
    return { ranAt: lastRetentionIn(store), fill: (copy: string) => vacuumInto(store, copy) };
  }
  await requireCurrent(storage);
  const ranAt = await lastRetention(storage.reads);
  return { ranAt, fill: (copy: string) => copyToSqlite(storage, copy) };
}

/** Notes the copy in the store; a store that cannot take the note does not fail the command. */
async function noteCopy(config: Config, clock: Clock, file: string | undefined): Promise<void> {
  try {
    await using storage = await openExisting(config);
    await noteBackup(storage.db, clock.now(), file);
  } catch {}
}

/** Tells whether an error means that the store cannot be read; older copies then hold the only data left. */
export function isDamage(error: unknown): boolean {
  const { corrupt, notADatabase, ioError } = resultCodes;
  const code = resultCodeOf(error);
  return error instanceof UnsoundStoreError || code === corrupt || code === notADatabase || code === ioError;
}

/**
 * Puts a backup in the place of the SQLite store, or into the empty PostgreSQL database, after a confirmation. A dry run only
 * says what the backup holds. `-` reads the backup from standard input.
 */
export async function restore(
  { config, clock, output, resolvePath }: Dependencies,
  name: string,
  { dryRun, force }: { dryRun?: true; force?: true },
): Promise<void> {
  const backup = name === '-' ? await output.input() : resolvePath(name);
  if (typeof backup === 'string' && !(await stat(backup)).isFile()) throw notAFile('failure', backup);
  const store = sqliteFile(config.dataDir);
  if (!dryRun) {
    // A site that still uses the replaced store would store messages there, and lose them.
    const replaced = config.databaseUrl ? backup : store;
    if (typeof replaced === 'string' && isInUse(replaced)) throw new StoreInUseError(replaced);
    await mkdir(dirname(store), { recursive: true, mode: 0o700 });
  }
  const isElsewhere = typeof backup === 'string' && !existsSync(dirname(store));
  await using staged = await stageRestore(backup, isElsewhere ? backup : store);
  const inspection = await requireGood(staged.path, name);
  output.note(restoreWords.willReplace(name, describeContent(inspection)));
  output.note(describeCurrent(config));
  if (inspection.pendingMails > 0) output.note(restoreWords.pendingMails(inspection.pendingMails));
  if (dryRun) return output.note(restoreWords.unchanged);
  await output.confirm('Restaurer cette sauvegarde ?', force);
  if (config.databaseUrl) return output.note(restoreWords.copied(await fillPostgres(staged.path, config)));
  const kept = await putInPlace(staged.path, store, clock.now());
  output.note(restoreWords.done);
  if (kept) output.note(restoreWords.kept(kept));
}

/** Copies a backup, which it brings up to date, into the database of `DATABASE_URL`. */
async function fillPostgres(staged: string, config: Config): Promise<number> {
  try {
    await migrateFile(staged);
    await using target = await openStorage(config);
    return await copyToPostgres(staged, target);
  } catch (error) {
    if (!(error instanceof CopyRefusedError)) throw error;
    const { table, found } = error;
    throw new CommandError(found === undefined ? 'failure' : 'refused', restoreWords.refused(table, found));
  }
}

/**
 * Inspects a backup.
 * @throws CommandError `failure` if the file is no backup, is damaged, or comes from a newer version
 * @throws StorageUnavailableError `older-schema`
 */
async function requireGood(staged: string, name: string) {
  const known = Object.keys(await shippedMigrations('sqlite'));
  let inspection: ReturnType<typeof inspectSqlite>;
  try {
    inspection = inspectSqlite(staged);
  } catch (error) {
    // A good backup may fail its check when the disk is full.
    if (isDiskFull(error, dirname(staged)))
      throw new CommandError('failure', storeFailures.full(dirname(staged)));
    throw new CommandError('failure', restoreWords.notGood(name, (error as Error).message));
  }
  const migrations = currentNames(inspection.migrations);
  if (migrations.length === 0) throw new CommandError('failure', restoreWords.notGood(name, '?'));
  if (migrations.some((each) => !known.includes(each)))
    throw new CommandError('failure', restoreWords.newer(name));
  return inspection;
}

function describeContent({ messages, latestMessageAt }: ReturnType<typeof inspectSqlite>): string {
  const latest = latestMessageAt === null ? '' : `, le plus récent ${formatInstant(latestMessageAt)}`;
  return `${counted(messages, 'message')}${latest}`;
}

/** Says what the present store holds, because a backup may be older than the operator thinks. */
function describeCurrent({ dataDir, databaseUrl }: Config): string {
  if (databaseUrl) return 'Elle ira dans la base PostgreSQL de DATABASE_URL, qui doit être vide.';
  const store = sqliteFile(dataDir);
  if (!existsSync(store)) return `Il n’y a pas encore de base dans DATA_DIR=${dataDir} : elle va être créée.`;
  try {
    return `La base actuelle (${describeContent(inspectSqlite(store))}) sera gardée à côté ; ce qu’elle a reçu depuis cette sauvegarde quitte la liste.`;
  } catch {
    return 'La base actuelle, illisible, sera gardée à côté.';
  }
}
