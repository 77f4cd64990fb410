import { execFile } from 'node:child_process';
import { realpath, stat, statfs } from 'node:fs/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { trustedClock } from '../../clock/trusted-clock.server.ts';
import { SETTINGS_FILE } from '../../config/environment.server.ts';
import { openFilesLimit } from '../../config/open-files.server.ts';
import { exampleProfile } from '../../content/example-profile.ts';
import { remainingExamples } from '../../content-check/content-source.server.ts';
import { explainFailure } from '../../failure.server.ts';
import { NOTICE_LIFE_MS } from '../../mail/notice.server.ts';
import { outboxStatus } from '../../mail/outbox.server.ts';
import { parseSmtpUrl } from '../../mail/smtp.server.ts';
import { readProfile } from '../../profile/stored-profile.server.ts';
import { lastRetention } from '../../retention/retention.server.ts';
import { inspectSqlite } from '../../storage/sqlite/inspect.server.ts';
import { sqliteFile } from '../../storage/sqlite/store-file.server.ts';
import { keptStores, requireCurrent } from '../command.server.ts';
import { mailFix, siteTransport } from '../mail.server.ts';
import { mailWords } from '../mail-words.ts';
import { erasureWords } from '../person-words.ts';
import { formatInstant, formatSize } from '../text.ts';
import { type Check, isLocal, ok, problem, unlessLocal, warning } from './finding.ts';
import { checkWords } from './words.ts';

const TIMEOUT_MS = 5_000;
/** Enough for some days of a flood of messages, and for a backup of them. */
const LITTLE_SPACE = 5e8;
/** Below this, the site has fewer than four thousand connections (http/connections.server.ts). */
const FEW_OPEN_FILES = 8_192;
/** The site erases every hour: up to two missed runs are harmless. */
const LATE_AFTER_MS = 3 * 3_600_000;

/** The checks of `doctor`, in the order of its page. */
export const checks: Readonly<Record<keyof typeof checkWords, Check>> = {
  /** Checks that a published site holds no shipped example (LEGAL-1). The build and the start check the owner's values. */
  async identity({ config }) {
    const words = checkWords.identity;
    const gaps = remainingExamples().length;
    return gaps > 0 ? unlessLocal(config, words.example(gaps), words.fix) : ok();
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
  async site({ config }) {
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
      return isReady ? ok(url) : problem(words.notReady(url, `HTTP ${response.status}`), words.notReadyFix);
    } catch (error) {
      const { cause, message } = error as { cause?: { code?: string }; message: string };
      return problem(words.notReady(url, cause?.code ?? message), words.notReadyFix);
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
    if (!config.smtpUrl) return unlessLocal(config, mailWords.absent, mailWords.absentFix);
    const { host, isLocal: isNear } = parseSmtpUrl(config.smtpUrl);
    const outcome = await siteTransport(config, config.smtpUrl).check();
    if (outcome.kind !== 'accepted') return problem(words.refuses(host, outcome.code), mailFix(outcome.code));
    return outcome.encrypted || isNear ? ok() : warning(words.inTheClear(host), words.inTheClearFix);
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
      // Changes no row, and fails if the store takes no writes.
      await storage.db
        .transaction()
        .execute((trx) => trx.deleteFrom('task_run').where('name', '=', '').execute());
      const { file } = storage;
      if (file !== undefined) {
        inspectSqlite(file);
        const { bavail, bsize } = await statfs(file);
        const free = bavail * bsize;
        const detail = words.sqlite(formatSize((await stat(file)).size), formatSize(free));
        return free < LITTLE_SPACE ? problem(detail, words.diskFix) : ok(detail);
      }
      return (await storage.isDurable()) ? ok('PostgreSQL') : warning(words.noFsync, words.noFsyncFix);
    } catch (error) {
      return problem(words.unusable, explainFailure(error, config).message);
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

  /** Checks the daily backup by its systemd service and timer (docs/operations/backup.md); without them, nothing. */
  async backup() {
    const words = checkWords.backup;
    const args = [
      'show',
      '--property=LoadState,ActiveState',
      'vitrine-backup.service',
      'vitrine-backup.timer',
    ];
    const shown = await promisify(execFile)('systemctl', args, { timeout: TIMEOUT_MS }).catch(() => null);
    const [service = '', timer = ''] = (shown?.stdout ?? '').split('\n\n');
    if (!service.includes('LoadState=loaded')) return undefined;
    if (service.includes('ActiveState=failed')) return problem(words.failed, words.failedFix);
    return timer.includes('ActiveState=active') ? ok() : warning(words.notOrdered, words.notOrderedFix);
  },

  /**
   * Checks that the store and its folder belong to this account alone, as they hold visitors' messages. The settings file may
   * belong to another account if this one's group may read it. Names stores that were left behind.
   */
  async files({ config, storage }) {
    const words = checkWords.files;
    const kept = await keptStores(config);
    const used = kept.find(({ inUse }) => inUse);
    if (used) return problem(words.kept, erasureWords.keptStoreInUse(used.path));
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
    if (kept.length > 0)
      return warning(words.kept, erasureWords.keptStore(kept.map(({ path }) => path).join(', ')));
    return hasFile ? ok() : undefined;
  },

  /** Checks the limit of open files of this account (R18). */
  async openFiles() {
    const words = checkWords.openFiles;
    const limit = openFilesLimit();
    return limit < FEW_OPEN_FILES ? warning(words.few(limit), words.fix) : undefined;
  },
};
