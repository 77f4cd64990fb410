import { access, constants, realpath, stat, statfs } from 'node:fs/promises';
import { commandName } from '../../command-name.server.ts';
import { DAY_MS } from '../../config/clock.ts';
import { SETTINGS_FILE } from '../../config/config.server.ts';
import { explainFailure } from '../../failure.server.ts';
import { lastRetention } from '../../retention/retention.server.ts';
import { trustedClock } from '../../retention/trusted-clock.ts';
import { inspectSqlite, lastBackup } from '../../storage/backup.server.ts';
import { sqliteFile } from '../../storage/files.server.ts';
import { proveWrite } from '../../storage/open-storage.server.ts';
import type { ServerLimits } from '../../storage/storage.ts';
import { counted } from '../../words/counted.ts';
import { keptStores, requireCurrent } from '../command.server.ts';
import { describeKeptStore } from '../person.server.ts';
import { formatInstant, formatSize } from '../text.ts';
import { type Check, type Finding, isLocal, ok, problem, unlessLocal, warning } from './finding.server.ts';

/** Less free space than this, in bytes, is a warning: it holds some days of a flood of messages and one backup. */
const LITTLE_SPACE = 5e8;
/** Disk types (`statfs` of Linux, magic.h) whose files a restart may erase: overlayfs, tmpfs, ramfs. */
const fleetingDisks = [0x79_4c_76_30, 0x01_02_19_94, 0x85_84_58_f6];
/** The timer makes a copy every 24 hours plus a random delay, so an older one means a failure. */
const BACKUP_AFTER_MS = 30 * 3_600_000;
/** The site erases every hour, and two missed runs are harmless. */
const LATE_AFTER_MS = 3 * 3_600_000;
const BACKUP_FIX =
  'Refaites-en une : systemctl start vitrine-backup.service ; si elle échoue, journalctl -u vitrine-backup dit pourquoi. Voir docs/operations/backup.md.';
const KEPT_STORE = 'une ancienne base reste, avec des données personnelles';

function judgeServer(limits: ServerLimits | undefined): Finding {
  if (limits && !limits.isDurable)
    return warning(
      'PostgreSQL ne garantit pas l’écriture sur le disque (fsync = off)',
      'Remettez fsync = on : sans cela une coupure de courant perd des messages acceptés.',
    );
  if (limits && limits.connections.allowed < limits.connections.wanted)
    return warning(
      `PostgreSQL, ${counted(limits.connections.allowed, 'connexion')} au plus pour ce compte`,
      `Deux processus du site et une commande en ouvrent jusqu’à ${limits.connections.wanted} : en dessous, les messages attendent leur tour. Relevez la limite du compte ou de la base (connection limit), ou max_connections.`,
    );
  return ok('PostgreSQL');
}

export const storeChecks = {
  /** Checks that the store opens, is up to date, sound, takes writes, and has room to grow (R6, docs/operations/faults.md). */
  async store({ config, storage, storeError }) {
    try {
      if (!storage) throw storeError;
      await requireCurrent(storage);
      await proveWrite(storage);
      const { file } = storage;
      if (file !== undefined) {
        inspectSqlite(file);
        const { bavail, bsize, type } = await statfs(file);
        const free = bavail * bsize;
        const detail = `SQLite, ${formatSize((await stat(file)).size)}, ${formatSize(free)} libres sur le disque`;
        if (free < LITTLE_SPACE)
          return problem(detail, 'Libérez de la place : sur un disque plein, le site refuse les messages.');
        return fleetingDisks.includes(type) && !isLocal(config.siteUrl)
          ? warning(
              `SQLite, dans ${config.dataDir}, sur un disque qui disparaît avec le conteneur ou au redémarrage`,
              'Donnez à DATA_DIR un volume qui reste, ou prenez PostgreSQL (DATABASE_URL) : docs/operations/managed-hosts.md.',
            )
          : ok(detail);
      }
      return judgeServer(await storage.limits());
    } catch (error) {
      return problem('elle n’est pas utilisable', explainFailure(error, config).message);
    }
  },

  /** Checks that the machine's clock is right and that retention ran lately (PRIV-1, DATA-1, R20). */
  async retention({ config, clock, storage }) {
    if (!storage) return undefined;
    const ranAt = await lastRetention(storage.reads);
    const time = trustedClock(clock, ranAt);
    if (time.doubt)
      return problem(
        `l’horloge de la machine dit ${formatInstant(clock.now())}, le site en est au ${formatInstant(time.now())}`,
        `Mettez la machine à l’heure (timedatectl). Si elle l’est déjà, dites-le : ${commandName} advanced retention --force`,
      );
    const detail =
      ranAt === undefined ? 'aucun passage encore' : `dernier passage le ${formatInstant(ranAt)}`;
    return ranAt !== undefined && clock.now() - ranAt < LATE_AFTER_MS
      ? ok(detail)
      : unlessLocal(
          config,
          detail,
          `Le site en fait un à son démarrage, puis chaque heure : vérifiez qu’il tourne, ou lancez ${commandName} advanced retention`,
        );
  },

  /** Checks that the last copy of the store is recent, still there and readable (docs/operations/backup.md). */
  async backup({ config, clock, storage }) {
    if (!storage) return undefined;
    const last = await lastBackup(storage.reads);
    // A missing copy is only a warning on PostgreSQL, since a managed server makes its own.
    const never = (config.databaseUrl ? warning : problem)(
      'aucune copie n’a été faite par cette installation',
      'Faites-en une par jour : docs/operations/backup.md.',
    );
    if (!last) return isLocal(config.siteUrl) ? undefined : never;
    const { madeAt, file } = last;
    const detail = file
      ? `dernière copie le ${formatInstant(madeAt)} (${file})`
      : `dernière copie le ${formatInstant(madeAt)}, sortie d’ici`;
    const age = clock.now() - madeAt;
    // A negative age means that a wrong clock dated the copy.
    if (age > BACKUP_AFTER_MS || age < -DAY_MS) return problem(detail, BACKUP_FIX);
    try {
      // A copy without a file went to standard output, so there is nothing to check.
      if (!file) return ok(detail);
      await access(file, constants.R_OK);
      inspectSqlite(file);
      return ok(detail);
    } catch (error) {
      return problem(
        `la dernière copie n’est plus là, ou ne se lit pas : ${file} (${(error as Error).message})`,
        BACKUP_FIX,
      );
    }
  },

  /**
   * Checks that only this account can use the store and its folder, as they hold visitors' messages. Its group may read the
   * settings file, which another account may own. It also names stores that were left behind.
   */
  async files({ config, storage }) {
    const kept = await keptStores(config);
    const used = kept.find(({ inUse }) => inUse);
    if (used) return problem(KEPT_STORE, describeKeptStore(used));
    const hasFile = storage?.file !== undefined;
    // The files beside the store need no check: SQLite gives them the store's mode.
    const files = hasFile ? [config.dataDir, sqliteFile(config.dataDir)] : [];
    for (const file of [...files, SETTINGS_FILE]) {
      const [bits, change] = file === SETTINGS_FILE ? [0o007, 'o-rwx'] : [0o077, 'go-rwx'];
      const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
      if ((mode & bits) === 0) continue;
      const path = await realpath(file);
      return warning(
        `${path} est ouvert à d’autres comptes (${(mode & 0o777).toString(8)})`,
        `chmod ${change} '${path.replaceAll("'", "'\\''")}'`,
      );
    }
    const path = kept.map((each) => each.path).join(', ');
    if (path) return warning(KEPT_STORE, describeKeptStore({ path, inUse: false }));
    return hasFile ? ok() : undefined;
  },
} satisfies Readonly<Record<string, Check>>;
