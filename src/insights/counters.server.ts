import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock.ts';
import { dayInParis } from '../config/clock.ts';
import { createOutageLog } from '../config/outage-log.ts';
import { repeat } from '../config/repeat.ts';
import type { Storage } from '../storage/storage.ts';
import type { PageView } from './page-view.ts';

const FLUSH_EVERY_MS = 2000;

/**
 * Rows with a referrer that one process may add in a day; further views are counted without it, so that nobody can fill the
 * table.
 */
const MAX_REFERRED_ROWS_PER_DAY = 500;

/** Page views as counts per day, path, referring site and device class (STAT-1). */
export interface PageViewCounters {
  count(view: PageView): void;
  /** Adds the counts to the store; keeps them for the next time if the store fails. */
  flush(): Promise<void>;
  /** Flushes a last time. */
  stop(): Promise<void>;
}

interface Counted extends PageView {
  day: string;
  views: number;
}

/** Counts in memory and adds to the store every 2 s; several processes add to the same rows. */
export function createPageViewCounters(
  storage: Storage,
  clock: Clock,
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
): PageViewCounters {
  const counted = new Map<string, Counted>();
  let admittedOn = '';
  const admitted = new Set<string>();
  const outage = createOutageLog(logger, 'warn', 'page views not counted', 'page views counted again');
  const end = repeat(FLUSH_EVERY_MS, flush);

  function add(view: Omit<Counted, 'views'>, views: number): void {
    const key = keyOf(view);
    counted.set(key, { ...view, views: (counted.get(key)?.views ?? 0) + views });
  }

  function isAdmitted(view: Omit<Counted, 'views'>): boolean {
    if (view.day !== admittedOn) admitted.clear();
    admittedOn = view.day;
    if (view.referrer !== '' && admitted.size < MAX_REFERRED_ROWS_PER_DAY) admitted.add(keyOf(view));
    return admitted.has(keyOf(view));
  }

  async function flush(): Promise<void> {
    // Sorted, so that two processes lock the same rows in the same order and cannot deadlock.
    const rows = [...counted.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    if (rows.length === 0) return;
    counted.clear();
    try {
      await addToStore(storage, rows);
      outage.worked();
    } catch (error) {
      outage.failed(error);
      for (const { views, ...view } of rows) add(view, views);
    }
  }

  return {
    count(view) {
      const today = { ...view, day: dayInParis(clock.now()) };
      add(isAdmitted(today) ? today : { ...today, referrer: '' }, 1);
    },
    flush,
    async stop() {
      // The last flush also adds what the one before could not.
      await end();
      await flush();
    },
  };
}

async function addToStore({ db }: Storage, rows: Counted[]): Promise<void> {
  await db
    .insertInto('page_view')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'path', 'referrer', 'device'])
        .doUpdateSet({ views: sql`page_view.views + excluded.views` }),
    )
    .execute();
}

function keyOf({ day, path, referrer, device }: Omit<Counted, 'views'>): string {
  return [day, path, referrer, device].join(' ');
}
