import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../support/server.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';
import { emptyStore, isLong, startSiteOn } from './fault.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const MESSAGES = isLong ? 1_000 : 120;
const DISK_BYTES = 8_000_000;
/** With this text the disk is full within a hundred messages. */
const LONG_TEXT = 'x'.repeat(1_900);

/** A site whose disk can be filled and emptied again. */
interface SmallSite {
  url: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  end(): Promise<unknown>;
}

/** Starts the site as a process, with its store on a disk that is really full. */
async function onSmallDisk(folder: string): Promise<SmallSite> {
  onTestFinished(() => void execFileSync('umount', [folder]));
  const site = await startSiteOn({ dataDir: folder });
  const filler = join(folder, 'filler');
  return {
    url: site.url,
    fill: async () => fillDisk(filler),
    free: async () => rmSync(filler),
    end: async () => expect(await site.end(), 'no restart was needed').toBe(0),
  };
}

/** Starts the site without the right to mount: SQLite reports a full disk at a limit on its pages. */
async function withPageLimit(folder: string): Promise<SmallSite> {
  const server = await startTestServer({ DATA_DIR: folder });
  const { db } = server.storage;
  const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db);
  return {
    url: server.url,
    fill: async () => void (await limit(1)),
    free: async () => void (await limit(1_000_000)),
    end: server.stop,
  };
}

it('R6: refuses messages cleanly on a full disk, and accepts them again once there is room', async () => {
  const { dataDir } = await emptyStore('sqlite');
  const site = mountSmallDisk(dataDir, DISK_BYTES)
    ? await onSmallDisk(dataDir)
    : await withPageLimit(dataDir);
  const visitors = createVisitors(site.url);
  const { acknowledged, refused, unclean } = visitors.ledger;
  const send = (kind: string, index: number) =>
    visitors.send(`essai-${kind}-${index}`, { message: `Un essai : essai-${kind}-${index} ${LONG_TEXT}` });
  await atOnce(30, 5, (index) => send('before', index));
  await site.fill();
  const monitored = async () => (await fetch(`${site.url}/readyz/write`)).status;
  expect(await monitored(), 'R23').toBe(503);
  const pages: number[] = [];
  await atOnce(MESSAGES, 5, async (index) => {
    await send('full', index);
    pages.push((await visitors.page()).status);
  });
  const whileFull = [...refused];
  await site.free();
  await atOnce(30, 5, (index) => send('after', index));
  await expect.poll(monitored).toBe(200);
  const stored = await storedMessages({ dataDir });
  await site.end();
  expect(whileFull.length, 'messages refused while the disk is full').toBeGreaterThan(MESSAGES / 4);
  expect(unclean).toEqual([]);
  expect(pages.filter((status) => status !== 200)).toEqual([]);
  expect(refused, 'none is refused once there is room again').toEqual(whileFull);
  expect(missingFrom(stored, acknowledged), 'lost').toEqual([]);
  expect(missingFrom(stored, refused), 'no refused message is stored all the same').toEqual(refused);
});
