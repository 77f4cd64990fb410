import { once } from 'node:events';
import { access, constants, realpath, stat, statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { trustedClock } from '../../clock/trusted-clock.server.ts';
import { DAY_MS } from '../../config/clock.ts';
import { SETTINGS_FILE } from '../../config/environment.server.ts';
import { openFilesLimit } from '../../config/open-files.server.ts';
import { exampleProfile } from '../../content/example-profile.ts';
import { identity } from '../../content/identity.ts';
import { isElsewhere } from '../../content/page-facts.ts';
import { remainingExamples } from '../../content-check/content-source.server.ts';
import { explainFailure } from '../../failure.server.ts';
import { mailAddresses } from '../../mail/contact-mail.server.ts';
import { NOTICE_LIFE_MS } from '../../mail/notice.server.ts';
import { outboxStatus } from '../../mail/outbox.server.ts';
import { parseSmtpUrl } from '../../mail/smtp.server.ts';
import { readProfile } from '../../profile/stored-profile.server.ts';
import { lastRetention } from '../../retention/retention.server.ts';
import { lastBackup } from '../../storage/backup.server.ts';
import { proveWrite } from '../../storage/prove-write.server.ts';
import { inspectSqlite } from '../../storage/sqlite/inspect.server.ts';
import { sqliteFile } from '../../storage/sqlite/store-file.server.ts';
import { keptStores, requireCurrent } from '../command.server.ts';
import { mailFix, noSmtp, siteTransport } from '../mail.server.ts';
import { describeKeptStore } from '../person.server.ts';
import { formatInstant, formatSize } from '../text.ts';
import { type Check, isLocal, ok, problem, unlessLocal, warning } from './finding.ts';
import { siteProcesses } from './processes.server.ts';
import { checkWords } from './words.ts';

const TIMEOUT_MS = 5_000;
/** Enough for some days of a flood of messages, and for a backup of them. */
const LITTLE_SPACE = 5e8;
/** Types of `statfs` (Linux, magic.h) whose files go with a container or a restart: overlayfs, tmpfs, ramfs. */
const fleetingDisks = [0x79_4c_76_30, 0x01_02_19_94, 0x85_84_58_f6];
/** Below this, the site has fewer than four thousand connections (http/connections.server.ts). */
const FEW_OPEN_FILES = 8_192;
/** A copy a day, with its random delay and some hours more. */
const BACKUP_AFTER_MS = 30 * 3_600_000;
/** Caddy and certbot renew a month before; below this, they have failed for a while. */
const CERTIFICATE_DAYS = 14;
/** The site erases every hour: up to two missed runs are harmless. */
const LATE_AFTER_MS = 3 * 3_600_000;

/** The checks of `doctor`, in the order of its page. */
export const checks: Readonly<Record<keyof typeof checkWords, Check>> = {
  /** Checks that a published site holds no shipped example (LEGAL-1). The build and the start check the owner's values. */
  async identity({ config }) {
    const words = checkWords.identity;
    const gaps = remainingExamples().length;
    if (gaps > 0) return unlessLocal(config, words.example(gaps), words.fix);
    return isElsewhere(config.siteUrl)
      ? problem(words.elsewhere(config.siteUrl, identity.siteAddress), words.elsewhereFix)
      : ok();
  },

  /** Checks that the profile is no longer the example of a new store. */
  async profile({ config, storage }) {
    const words = checkWords.profile;
    const stored = storage && (await readProfile(storage.reads));
    if (!stored) return undefined;
    const { profile } = stored;
    return isDeepStrictEqual(profile, exampleProfile)
      ? unlessLocal(config, words.example(profile.name), words.fix)
      : ok(profile.name);
  },

  /** Checks that the site answers at its public address, with a valid certificate. */
  async site({ config, clock }) {
    const words = checkWords.site;
    // With `API_URL` the site's own address is another server's.
    const url = config.apiUrl ?? config.siteUrl;
    if (isLocal(url)) return unlessLocal(config, words.local(url), words.localFix);
    if (!url.startsWith('https:')) return problem(words.http(url), words.httpFix);
    try {
      const options = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
      const response = await fetch(`${url}/readyz`, options);
      const body = await response.text();
      const isReady = response.ok && body.includes('"checks"');
      if (!isReady) return problem(words.notReady(url, `HTTP ${response.status}`), words.notReadyFix);
      const days = await certificateDays(url, clock.now());
      return days < CERTIFICATE_DAYS ? problem(words.endsSoon(url, days), words.certificateFix) : ok(url);
    } catch (error) {
      const { cause, message } = error as { cause?: { code?: string }; message: string };
      const code = cause?.code ?? message;
      return problem(words.notReady(url, code), /CERT/.test(code) ? words.certificateFix : words.notReadyFix);
    }
  },

  /** Compares TRUST_PROXY with SITE_URL and HOST: no client may forge its address (OWASP ASVS 4.1.3). */
  async proxy({ config }) {
    const words = checkWords.proxy;
    const { trustProxy, host } = config;
    const url = config.apiUrl ?? config.siteUrl;
    if (trustProxy === 0) return url.startsWith('https:') ? problem(words.missing, words.missingFix) : ok();
    return host === '0.0.0.0' || host === '::'
      ? warning(words.exposed(trustProxy, host), words.exposedFix)
      : ok();
  },

  /** Connects to the mail server and logs in, without sending a mail. Warns of mails that cross a network in the clear. */
  async smtp({ config }) {
    const words = checkWords.smtp;
    if (!config.smtpUrl) return unlessLocal(config, noSmtp.detail, noSmtp.fix);
    const { host, isLocal: isNear } = parseSmtpUrl(config.smtpUrl);
    const outcome = await siteTransport(config, config.smtpUrl).check();
    if (outcome.kind !== 'accepted') return problem(words.refuses(host, outcome.code), mailFix(outcome.code));
    return outcome.encrypted || isNear
      ? ok(words.sends(host, mailAddresses(config).to))
      : warning(words.inTheClear(host), words.inTheClearFix);
  },

  /** Checks that no mail is refused or stuck, by the rule of `/readyz` and the alerts. */
  async outbox({ config, clock, storage }) {
    if (!storage) return undefined;
    const words = checkWords.outbox;
    const sends = config.smtpUrl !== undefined;
    const { pending, refused, stuck, lastError } = await outboxStatus(storage.reads, clock.now(), sends);
    if (refused > 0) return problem(words.refused(refused), words.refusedFix);
    // The check of the mail server says why they wait.
    if (!sends) return undefined;
    if (pending === 0) return ok();
    const waiting = words.waiting(pending, lastError);
    if (stuck) return problem(waiting, words.stuckFix);
    return lastError ? warning(waiting, mailFix(lastError)) : ok(waiting);
  },

  /** Checks that no notice to `NOTIFY_URL` waits after a failure. */
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
    const words = checkWords.notices;
    return failed ? warning(words.failed(`${failed.last_error}`), words.fix) : ok();
  },

  /** Checks that the store opens, is up to date, sound, takes writes, and has room to grow (R6, docs/operations/faults.md). */
  async store({ config, storage, storeError }) {
    const words = checkWords.store;
    try {
      if (!storage) throw storeError;
      await requireCurrent(storage);
      await proveWrite(storage);
      const { file } = storage;
      if (file !== undefined) {
        inspectSqlite(file);
        const { bavail, bsize, type } = await statfs(file);
        const free = bavail * bsize;
        const detail = words.sqlite(formatSize((await stat(file)).size), formatSize(free));
        if (free < LITTLE_SPACE) return problem(detail, words.diskFix);
        return fleetingDisks.includes(type) && !isLocal(config.siteUrl)
          ? warning(words.fleeting(config.dataDir), words.fleetingFix)
          : ok(detail);
      }
      return (await storage.isDurable()) ? ok('PostgreSQL') : warning(words.noFsync, words.noFsyncFix);
    } catch (error) {
      return problem(words.unusable, (await explainFailure(error, config)).message);
    }
  },

  /** Checks that the machine's clock is right, and that retention has run lately (PRIV-1, DATA-1, R20). */
  async retention({ config, clock, storage }) {
    if (!storage) return undefined;
    const words = checkWords.retention;
    const { state } = await trustedClock(storage, { clock });
    if (state.doubt)
      return problem(words.doubt(formatInstant(state.seen), formatInstant(state.time)), words.doubtFix);
    const ranAt = await lastRetention(storage.reads);
    const detail = ranAt === undefined ? words.never : words.ran(formatInstant(ranAt));
    return ranAt !== undefined && state.time - ranAt < LATE_AFTER_MS
      ? ok(detail)
      : unlessLocal(config, detail, words.fix);
  },

  /** Checks that the last copy of the store is young, still there and readable (docs/operations/backup.md). */
  async backup({ config, clock, storage }) {
    if (!storage) return undefined;
    const words = checkWords.backup;
    const last = await lastBackup(storage.reads);
    if (!last) return isLocal(config.siteUrl) ? undefined : warning(words.never, words.neverFix);
    const { madeAt, file } = last;
    const detail = words.made(formatInstant(madeAt), file);
    if (clock.now() - madeAt > BACKUP_AFTER_MS) return problem(detail, words.oldFix);
    try {
      // It left on standard output.
      if (!file) return ok(detail);
      await access(file, constants.R_OK);
      inspectSqlite(file);
      return ok(detail);
    } catch (error) {
      return problem(words.unreadable(file ?? '', (error as Error).message), words.oldFix);
    }
  },

  /** Checks that each process of the site that systemd starts is ready: one may serve while its spare is down. */
  async processes() {
    const found = await siteProcesses();
    if (found.length === 0) return undefined;
    const words = checkWords.processes;
    const down = found.find(({ isReady }) => !isReady);
    return down ? problem(words.down(down.instance), words.fix(down.instance)) : ok(words.up(found.length));
  },

  /**
   * Checks that the store and its folder belong to this account alone, as they hold visitors' messages. The settings file may
   * belong to another account if this one's group may read it. Names stores that were left behind.
   */
  async files({ config, storage }) {
    const words = checkWords.files;
    const kept = await keptStores(config);
    const used = kept.find(({ inUse }) => inUse);
    if (used) return problem(words.kept, describeKeptStore(used));
    const hasFile = storage?.file !== undefined;
    // SQLite gives the files beside the store its own mode.
    const files = hasFile ? [config.dataDir, sqliteFile(config.dataDir)] : [];
    for (const file of [...files, SETTINGS_FILE]) {
      const [bits, change] = file === SETTINGS_FILE ? [0o007, 'o-rwx'] : [0o077, 'go-rwx'];
      const mode = (await stat(file).catch(() => undefined))?.mode ?? 0;
      if ((mode & bits) === 0) continue;
      const path = await realpath(file);
      return warning(words.open(path, (mode & 0o777).toString(8)), words.fix(path, change));
    }
    const path = kept.map((each) => each.path).join(', ');
    if (path) return warning(words.kept, describeKeptStore({ path, inUse: false }));
    return hasFile ? ok() : undefined;
  },

  /** Checks the limit of open files of this account (R18). */
  async openFiles() {
    const words = checkWords.openFiles;
    const limit = openFilesLimit();
    return limit < FEW_OPEN_FILES ? warning(words.few(limit), words.fix) : undefined;
  },
};

/** Returns for how many days the certificate of a site is valid. */
async function certificateDays(url: string, now: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('timeout')));
  await once(socket, 'secureConnect');
  const ends = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  return Math.floor((ends - now) / DAY_MS);
}
