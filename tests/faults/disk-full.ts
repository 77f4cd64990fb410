import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startTestServer } from '../support/server.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { type Attack, atLeast, atMost, type Finding, none } from './attack.ts';
import { startSiteProcess } from './site-process.ts';
import { messagesIn, missingFrom, storedMessages, type Tally } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const DISK_BYTES = 8_000_000;
/** Long enough for the disk to fill within a hundred messages. */
const LONG_TEXT = 'x'.repeat(1_900);

/** A site whose store can be made full and get its space back. */
interface SmallSite {
  url: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Whether it still is the process that was started. */
  same(): boolean;
  stored(): Promise<Tally>;
  end(): Promise<void>;
}

/** The site as a process, its store on a disk that is really full. */
async function onSmallDisk(folder: string): Promise<SmallSite> {
  const site = await startSiteProcess({ location: { dataDir: folder } });
  const filler = join(folder, 'filler');
  return {
    url: site.url,
    fill: async () => fillDisk(filler),
    free: async () => rmSync(filler),
    same: () => site.alive,
    stored: () => storedMessages({ dataDir: folder }),
    async end() {
      await site.end();
      execFileSync('umount', [folder]);
    },
  };
}

/** Without the right to mount: SQLite itself says that the disk is full, by a limit on its pages. */
async function withPageLimit(): Promise<SmallSite> {
  const server = await startTestServer();
  const { db } = server.storage;
  const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db);
  return {
    url: server.url,
    fill: async () => void (await limit(1)),
    free: async () => void (await limit(1_000_000)),
    same: () => true,
    stored: () => messagesIn(server.storage),
    end: () => server.stop(),
  };
}

async function run(dataDir: string, messages: number): Promise<Finding[]> {
  const site = mountSmallDisk(dataDir, DISK_BYTES) ? await onSmallDisk(dataDir) : await withPageLimit();
  const visitors = createVisitors(site.url);
  const send = (kind: string, index: number) =>
    visitors.send(`essai-${kind}-${index}`, { message: `Un essai : essai-${kind}-${index} ${LONG_TEXT}` });
  await atOnce(30, 5, (index) => send('before', index));
  await site.fill();
  const pages: number[] = [];
  await atOnce(messages, 5, async (index) => {
    await send('full', index);
    pages.push((await visitors.page()).status);
  });
  const refused = visitors.ledger.refused.length;
  const unclean = visitors.ledger.unclean.length;
  await site.free();
  const took = visitors.ledger.acknowledged.length;
  await atOnce(30, 5, (index) => send('after', index));
  const after = visitors.ledger.acknowledged.length - took;
  const same = site.same();
  const stored = await site.stored();
  await site.end();
  return [
    atLeast('messages refused while the disk is full', refused, messages / 4),
    none('refusals that were not clean', unclean),
    none(
      'pages that were not served meanwhile',
      pages.filter((status) => status !== 200),
    ),
    none('messages refused once there is room again, without a restart', 30 - after),
    none('restarts', same ? 0 : 1),
    none('lost', missingFrom(stored, visitors.ledger.acknowledged)),
    atMost(
      'refused messages that were stored all the same',
      visitors.ledger.refused.filter((label) => stored.has(label)).length,
      0,
    ),
  ];
}

export const diskFull: Attack = {
  goal: 'R6',
  title: 'the disk is full, then has room again',
  run: async (form, place) => run((await place.location('sqlite')).dataDir, form === 'short' ? 120 : 1_000),
};
