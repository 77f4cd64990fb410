import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { type Clock, dayInParis } from '../config/clock.ts';
import type { Config } from '../config/config.server.ts';
import { createOutageLog, repeat } from '../config/repeat.server.ts';
import { isCrossSite, readBodies } from '../http/requests.server.ts';
import { insightsViewPath, pageAt, routes } from '../routes.ts';
import { devices } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';

export interface InsightsOptions {
  storage: Storage;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Only pages of this site may report visits, because another site could invent some. */
  config: Pick<Config, 'siteUrl' | 'apiUrl'>;
}

/** Counts the page views that `script.ts` reports from browsers (STAT-1). */
export function registerInsights(app: FastifyInstance, options: InsightsOptions): PageViewCounters {
  const { storage, clock, logger, config } = options;
  const counters = createPageViewCounters(storage, clock, logger);
  app.addHook('onClose', counters.stop);
  app.register(async (scope) => {
    readBodies(scope, '*');
    scope.post<{ Body?: string }>(insightsViewPath, async (request, reply) => {
      const counts = mayBeCounted(request) && !isCrossSite(request, config.siteUrl);
      const view = counts ? parsePageView(request.body ?? '') : undefined;
      if (view) counters.count(view);
      // Without this header a browser reports the answer to another origin as blocked.
      if (config.apiUrl) reply.header('cross-origin-resource-policy', 'cross-origin');
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
  return counters;
}

/** Refuses bots, and browsers that send Do Not Track or Global Privacy Control. */
function mayBeCounted({ headers }: FastifyRequest): boolean {
  if (headers['dnt'] === '1' || headers['sec-gpc'] === '1') return false;
  const browser = headers['user-agent'];
  return !!browser && !isbot(browser) && !/gtmetrix/i.test(browser);
}

/** Unknown paths are counted under this one name, so that nobody can fill the table with invented ones. */
const UNKNOWN_PATH = '(inconnue)';

/** Matches a public host name; IP addresses and private names could identify the visitor. */
const PUBLIC_HOST = /^((?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+)(?::\d{1,5})?$/;
/** Suffixes that no public name has (RFC 6761; RFC 6762, appendix G; RFC 8375; ICANN's `internal`), and those of home routers. */
const PRIVATE_HOST =
  /(^|\.)(local|localhost|localdomain|lan|home|home\.arpa|internal|intranet|corp|private|test|invalid|fritz\.box)$/;
const MAX_HOST_LENGTH = 100;

/** A view as it is counted, without anything that tells visitors apart. */
const pageView = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    path: v.pipe(v.string(), v.transform(countedPath)),
    referrer: v.optional(v.pipe(v.string(), v.transform(countedReferrer)), ''),
    device: v.optional(v.picklist(devices), 'desktop'),
  }),
);

function countedReferrer(host: string): string {
  const name = PUBLIC_HOST.exec(host)?.[1] ?? '';
  return name.length > MAX_HOST_LENGTH || PRIVATE_HOST.test(name) ? '' : name;
}

function countedPath(path: string): string {
  const page = pageAt(path);
  return page ? routes[page].path : UNKNOWN_PATH;
}

type PageView = v.InferOutput<typeof pageView>;

export function parsePageView(body: string): PageView | undefined {
  const { success, output } = v.safeParse(pageView, body);
  return success ? output : undefined;
}

const FLUSH_EVERY_MS = 2000;

/**
 * A process adds at most this many rows with a new referrer per day, so that nobody can fill the table. Further views are counted
 * without their referrer; the most frequent referrers are always counted.
 */
const MAX_REFERRED_ROWS_PER_DAY = 500;
const MAX_KNOWN_REFERRERS = 100;

interface Row extends PageView {
  day: string;
  views: number;
}

const keyOf = ({ day, path, referrer, device }: Row) => [day, path, referrer, device].join(' ');

export type PageViewCounters = ReturnType<typeof createPageViewCounters>;

/**
 * Counts page views per day, path, referring site and device class (STAT-1), in memory, and adds them to the store every 2 s.
 * Several processes add to the same rows.
 */
export function createPageViewCounters(
  storage: Storage,
  clock: Clock,
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
) {
  const counted = new Map<string, Row>();
  let admittedOn = '';
  const admitted = new Set<string>();
  let known: { day: string; referrers: ReadonlySet<string> } = { day: '', referrers: new Set() };
  const outage = createOutageLog(logger, 'warn', 'page views not counted', 'page views counted again');
  const end = repeat(FLUSH_EVERY_MS, flush);

  function add(row: Row): void {
    const before = counted.get(keyOf(row))?.views ?? 0;
    counted.set(keyOf(row), { ...row, views: before + row.views });
  }

  function isAdmitted(row: Row): boolean {
    if (row.day !== admittedOn) admitted.clear();
    admittedOn = row.day;
    if (known.referrers.has(row.referrer)) return true;
    if (row.referrer !== '' && admitted.size < MAX_REFERRED_ROWS_PER_DAY) admitted.add(keyOf(row));
    return admitted.has(keyOf(row));
  }

  async function readKnown(day: string): Promise<void> {
    if (known.day === day) return;
    const found = await storage.reads
      .selectFrom('page_view')
      .select('referrer')
      .where('referrer', '!=', '')
      .groupBy('referrer')
      .orderBy(sql`count(distinct day)`, 'desc')
      .orderBy('referrer')
      .limit(MAX_KNOWN_REFERRERS)
      .execute();
    known = { day, referrers: new Set(found.map(({ referrer }) => referrer)) };
  }

  /** Adds the counts to the store; keeps them for the next run if the store fails. */
  async function flush(): Promise<void> {
    // Sorting makes two processes lock the same rows in the same order, which avoids a deadlock.
    const rows = [...counted.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    if (rows.length === 0) return;
    counted.clear();
    try {
      // The known referrers are read before this day's own are stored, or invented ones could become known.
      await readKnown(admittedOn);
      await storage.db
        .insertInto('page_view')
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'path', 'referrer', 'device'])
            .doUpdateSet({ views: sql`page_view.views + excluded.views` }),
        )
        .execute();
      outage.worked();
    } catch (error) {
      outage.failed(error);
      rows.forEach(add);
    }
  }

  return {
    count(view: PageView): void {
      const row = { ...view, day: dayInParis(clock.now()), views: 1 };
      add(isAdmitted(row) ? row : { ...row, referrer: '' });
    },
    flush,
    async stop(): Promise<void> {
      // The last flush also adds what an earlier one could not.
      await end();
      await flush();
    },
  };
}
