import { once } from 'node:events';
import { access, constants, readdir, realpath, stat, statfs } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { trustedClock } from '../../clock/trusted-clock.server.ts';
import { commandName } from '../../command-name.server.ts';
import { type Clock, DAY_MS } from '../../config/clock.ts';
import { type Config, SETTINGS_FILE } from '../../config/config.server.ts';
import { counted } from '../../content/counted.ts';
import { exampleProfile } from '../../content/example-profile.ts';
import { identity } from '../../content/identity.ts';
import { isElsewhere } from '../../content/page-facts.ts';
import { remainingExamples } from '../../content-check/content-source.server.ts';
import { explainFailure } from '../../failure.server.ts';
import { mailAddresses } from '../../mail/contact-mail.server.ts';
import { NOTICE_LIFE_MS } from '../../mail/notice.server.ts';
import { outboxStatus } from '../../mail/outbox.server.ts';
import { parseSmtpUrl } from '../../mail/smtp.server.ts';
import { readProfile } from '../../profile/profile.server.ts';
import { lastRetention } from '../../retention/retention.server.ts';
import { inspectSqlite, lastBackup } from '../../storage/backup.server.ts';
import { sqliteFile } from '../../storage/files.server.ts';
import { proveWrite } from '../../storage/open-storage.server.ts';
import type { Storage } from '../../storage/storage.ts';
import { keptStores, requireCurrent } from '../command.server.ts';
import { mailFix, noSmtp, siteTransport } from '../mail.server.ts';
import { describeKeptStore } from '../person.server.ts';
import { formatInstant, formatSize } from '../text.ts';

/** `problem`: something does not work; `warning`: it works here, but is not ready to be published. */
export type Verdict = 'ok' | 'warning' | 'problem';

export interface Finding {
  verdict: Verdict;
  detail: string;
  fix?: string;
}

interface Examined {
  config: Config;
  clock: Clock;
  /** Undefined if the store cannot be opened: its own check says why, and checks that need it are skipped. */
  storage: Storage | undefined;
  storeError: unknown;
}

/** Returns undefined when there is nothing to check. An error becomes a problem. */
type Check = (examined: Examined) => Promise<Finding | undefined>;

const TIMEOUT_MS = 5_000;
/** Enough for some days of a flood of messages, and for a backup of them. */
const LITTLE_SPACE = 5e8;
/** Types of `statfs` (Linux, magic.h) whose files go with a container or a restart: overlayfs, tmpfs, ramfs. */
const fleetingDisks = [0x79_4c_76_30, 0x01_02_19_94, 0x85_84_58_f6];
/** A copy a day, with its random delay and some hours more. */
const BACKUP_AFTER_MS = 30 * 3_600_000;
/** Caddy and certbot renew a month before; below this, they have failed for a while. */
const CERTIFICATE_DAYS = 14;
/** The site erases every hour: up to two missed runs are harmless. */
const LATE_AFTER_MS = 3 * 3_600_000;

const CERTIFICATE_FIX =
  'Le certificat est à renouveler : Caddy et certbot le font d’eux-mêmes, leur journal dit ce qui les en empêche (journalctl -u caddy, certbot renew --dry-run). Avec nginx, rechargez-le ensuite : systemctl reload nginx.';
const NOT_READY_FIX =
  'Lancez le site (npm start, ou son service). Vérifiez que SITE_URL (ou API_URL) y mène, DNS compris, et que le certificat y est valable pour cet hôte, avec ses intermédiaires.';
const BACKUP_FIX =
  'Refaites-en une : systemctl start vitrine-backup.service ; si elle échoue, journalctl -u vitrine-backup dit pourquoi. Voir docs/operations/backup.md.';
const KEPT_STORE = 'une ancienne base reste, avec des données personnelles';

/** The checks, in the order of the page of `doctor`, and their names there. */
export const checkNames = {
  identity: 'Identité légale',
  profile: 'Profil',
  site: 'Site',
  proxy: 'Proxy',
  smtp: 'Serveur de messagerie',
  outbox: 'E-mails à envoyer',
  notices: 'Notifications',
  store: 'Base de données',
  retention: 'Conservation',
  backup: 'Sauvegarde',
  processes: 'Processus',
  files: 'Droits des fichiers',
} as const;

export const checks: Readonly<Record<keyof typeof checkNames, Check>> = {
  /** Checks that a published site holds no shipped example (LEGAL-1). The build and the start check the owner's values. */
  async identity({ config }) {
    const gaps = remainingExamples().length;
    if (gaps > 0)
      return unlessLocal(
        config,
        counted(gaps, 'valeur d’exemple', 'valeurs d’exemple'),
        `Pour les voir, avec fichier et ligne : ${commandName} doctor --content. Remplacez-les avant la mise en ligne. Elles paraissent une fois le site reconstruit : npm start sur votre machine, docs/operations/upgrade.md sur un serveur.`,
      );
    return isElsewhere(config.siteUrl)
      ? problem(
          `SITE_URL est ${config.siteUrl}, mais les pages montrent ${identity.siteAddress}`,
          'Mettez la même adresse dans SITE_URL et dans siteAddress (src/content/identity.ts, puis reconstruisez le site).',
        )
      : ok();
  },

  async profile({ config, storage }) {
    const stored = storage && (await readProfile(storage.reads));
    if (!stored) return undefined;
    const { profile } = stored;
    return isDeepStrictEqual(profile, exampleProfile)
      ? unlessLocal(
          config,
          `celui de l’exemple (${profile.name})`,
          `Enregistrez le vôtre : ${commandName} profile import profil.json`,
        )
      : ok(profile.name);
  },

  async site({ config, clock }) {
    // With `API_URL` the site's own address is another server's.
    const url = config.apiUrl ?? config.siteUrl;
    if (isLocal(url))
      return unlessLocal(
        config,
        `${url}, une adresse locale`,
        'Avant la mise en ligne, mettez l’adresse publique dans SITE_URL : visiteurs et moteurs de recherche la suivent.',
      );
    if (!url.startsWith('https:'))
      return problem(
        `${url} n’est pas chiffré`,
        'Mettez un proxy avec TLS devant le site (Caddy, nginx), et SITE_URL (ou API_URL) en https://.',
      );
    try {
      const options = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
      const response = await fetch(`${url}/readyz`, options);
      const body = await response.text();
      const isReady = response.ok && body.includes('"checks"');
      if (!isReady)
        return problem(
          `${url} ne répond pas, ou ce n’est pas ce site (HTTP ${response.status})`,
          NOT_READY_FIX,
        );
      const days = await certificateDays(url, clock.now());
      return days < CERTIFICATE_DAYS
        ? problem(`le certificat de ${url} n’est plus valable que ${counted(days, 'jour')}`, CERTIFICATE_FIX)
        : ok(url);
    } catch (error) {
      const { cause, message } = error as { cause?: { code?: string }; message: string };
      const code = cause?.code ?? message;
      return problem(
        `${url} ne répond pas, ou ce n’est pas ce site (${code})`,
        /CERT/.test(code) ? CERTIFICATE_FIX : NOT_READY_FIX,
      );
    }
  },

  /** Compares TRUST_PROXY with SITE_URL and HOST: no client may forge its address (OWASP ASVS 4.1.3). */
  async proxy({ config }) {
    const { trustProxy, host } = config;
    const url = config.apiUrl ?? config.siteUrl;
    if (trustProxy === 0)
      return url.startsWith('https:')
        ? problem(
            'le site est en https, donc derrière un proxy, et TRUST_PROXY=0',
            'Mettez TRUST_PROXY=1 (un proxy) : sans cela tous les visiteurs comptent pour un seul dans la limite des envois.',
          )
        : ok();
    return host === '0.0.0.0' || host === '::'
      ? warning(
          `TRUST_PROXY=${trustProxy}, mais le site écoute sur ${host}`,
          'Qui atteint le site sans passer par le proxy peut inventer son adresse : mettez HOST=127.0.0.1, ou fermez le port au pare-feu.',
        )
      : ok();
  },

  /** Connects to the mail server and logs in, without sending a mail. Warns of mails that cross a network in the clear. */
  async smtp({ config }) {
    if (!config.smtpUrl) return unlessLocal(config, noSmtp.detail, noSmtp.fix);
    const { host, isLocal: isNear } = parseSmtpUrl(config.smtpUrl);
    const outcome = await siteTransport(config, config.smtpUrl).check();
    if (outcome.kind !== 'accepted')
      return problem(`${host} ne peut pas être utilisé (${outcome.code})`, mailFix(outcome.code));
    return outcome.encrypted || isNear
      ? ok(`${host}, pour ${mailAddresses(config).to}`)
      : warning(
          `${host} n’offre pas STARTTLS : les messages traversent le réseau en clair`,
          'Prenez smtps://, ou activez STARTTLS sur ce serveur et exigez-le : SMTP_URL=smtp://mail.exemple.fr:587?requireTLS=true. Sur un réseau privé, cela peut rester ainsi.',
        );
  },

  /** Checks that no mail is refused or stuck, by the rule of `/readyz` and the alerts. */
  async outbox({ config, clock, storage }) {
    if (!storage) return undefined;
    const sends = config.smtpUrl !== undefined;
    const { pending, refused, stuck, lastError } = await outboxStatus(storage.reads, clock.now(), sends);
    if (refused > 0)
      return problem(
        `${counted(refused, 'refusé')} par le serveur de messagerie`,
        `Lisez ces messages (${commandName} advanced outbox), corrigez la cause, puis ${commandName} advanced resend`,
      );
    // The check of the mail server says why they wait.
    if (!sends) return undefined;
    if (pending === 0) return ok();
    const waiting = lastError
      ? `${pending} en attente (dernière erreur : ${lastError})`
      : `${pending} en attente`;
    if (stuck)
      return problem(
        waiting,
        `Vérifiez que le site tourne et que le serveur de messagerie répond : ${commandName} advanced outbox`,
      );
    return lastError ? warning(waiting, mailFix(lastError)) : ok(waiting);
  },

  async notices({ config, clock, storage }) {
    if (!config.notifyUrl || !storage) return undefined;
    const failed = await storage.reads
      .selectFrom('notice')
      .select('last_error')
      .where('state', '!=', 'sent')
      .where('last_error', 'is not', null)
      .where('created_at', '>=', clock.now() - NOTICE_LIFE_MS)
      .limit(1)
      .executeTakeFirst();
    return failed
      ? warning(
          `il y en a qui ne partent pas (${failed.last_error})`,
          `Vérifiez que le site tourne, puis NOTIFY_URL : ${commandName} mail test`,
        )
      : ok();
  },

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
      return (await storage.isDurable())
        ? ok('PostgreSQL')
        : warning(
            'PostgreSQL ne garantit pas l’écriture sur le disque (fsync = off)',
            'Remettez fsync = on : sans cela une coupure de courant perd des messages acceptés.',
          );
    } catch (error) {
      return problem('elle n’est pas utilisable', (await explainFailure(error, config)).message);
    }
  },

  /** Checks that the machine's clock is right, and that retention has run lately (PRIV-1, DATA-1, R20). */
  async retention({ config, clock, storage }) {
    if (!storage) return undefined;
    const { state } = await trustedClock(storage, { clock });
    if (state.doubt)
      return problem(
        `l’horloge de la machine dit ${formatInstant(state.seen)}, le site en est au ${formatInstant(state.time)}`,
        `Mettez la machine à l’heure (timedatectl). Si elle l’est déjà, dites-le : ${commandName} advanced retention --force. Sans cela, le site la croit de lui-même après un jour, sauf si elle a sauté pendant qu’il tournait.`,
      );
    const ranAt = await lastRetention(storage.reads);
    const detail =
      ranAt === undefined ? 'aucun passage encore' : `dernier passage le ${formatInstant(ranAt)}`;
    return ranAt !== undefined && state.time - ranAt < LATE_AFTER_MS
      ? ok(detail)
      : unlessLocal(
          config,
          detail,
          `Le site en fait un à son démarrage, puis chaque heure : vérifiez qu’il tourne, ou lancez ${commandName} advanced retention`,
        );
  },

  /** Checks that the last copy of the store is young, still there and readable (docs/operations/backup.md). */
  async backup({ config, clock, storage }) {
    if (!storage) return undefined;
    const last = await lastBackup(storage.reads);
    if (!last)
      return isLocal(config.siteUrl)
        ? undefined
        : warning(
            'aucune copie n’a été faite par cette installation',
            'Faites-en une par jour : docs/operations/backup.md.',
          );
    const { madeAt, file } = last;
    const detail = file
      ? `dernière copie le ${formatInstant(madeAt)} (${file})`
      : `dernière copie le ${formatInstant(madeAt)}, sortie d’ici`;
    if (clock.now() - madeAt > BACKUP_AFTER_MS) return problem(detail, BACKUP_FIX);
    try {
      // It left on standard output.
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

  /** Checks that each process of the site that systemd starts is ready: one may serve while its spare is down. */
  async processes() {
    const found = await siteProcesses();
    if (found.length === 0) return undefined;
    const down = found.find(({ isReady }) => !isReady);
    return down
      ? problem(
          `vitrine@${down.instance} ne répond pas`,
          `systemctl restart vitrine@${down.instance} ; puis, s’il ne part pas : journalctl -u vitrine@${down.instance}`,
        )
      : ok(counted(found.length, 'prêt'));
  },

  /**
   * Checks that the store and its folder belong to this account alone, as they hold visitors' messages. The settings file may
   * belong to another account if this one's group may read it. Names stores that were left behind.
   */
  async files({ config, storage }) {
    const kept = await keptStores(config);
    const used = kept.find(({ inUse }) => inUse);
    if (used) return problem(KEPT_STORE, describeKeptStore(used));
    const hasFile = storage?.file !== undefined;
    // SQLite gives the files beside the store its own mode.
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
};

const ok = (detail = ''): Finding => ({ verdict: 'ok', detail });

const warning = (detail: string, fix: string): Finding => ({ verdict: 'warning', detail, fix });

export const problem = (detail: string, fix: string): Finding => ({ verdict: 'problem', detail, fix });

function unlessLocal({ siteUrl }: Config, detail: string, fix: string): Finding {
  return isLocal(siteUrl) ? warning(detail, fix) : problem(detail, fix);
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/;

function isLocal(url: string): boolean {
  return LOCAL.test(new URL(url).hostname);
}

/** Where systemd links the units that start with the machine, and where their processes listen (deploy/vitrine@.service). */
const machine = {
  units: '/etc/systemd/system/multi-user.target.wants',
  socketOf: (instance: string) => `/run/vitrine/${instance}/site.sock`,
};

/** Asks every process of the site on this machine whether it is ready; none where no unit of ours is enabled. */
export async function siteProcesses({ units, socketOf } = machine) {
  const names = await readdir(units).catch((): string[] => []);
  const instances = names.flatMap((name) => /^vitrine@(.+)\.service$/.exec(name)?.[1] ?? []).sort();
  return Promise.all(
    instances.map(async (instance) => ({ instance, isReady: await isReady(socketOf(instance)) })),
  );
}

async function isReady(socketPath: string): Promise<boolean> {
  try {
    const request = get({ socketPath, path: '/readyz', timeout: TIMEOUT_MS });
    request.on('timeout', () => request.destroy());
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode === 200;
  } catch {
    return false;
  }
}

export async function certificateDays(url: string, now: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('timeout')));
  await once(socket, 'secureConnect');
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  return Math.floor((ends - now) / DAY_MS);
}
