import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillDisk, smallDisk } from '../support/small-disk.ts';
import { isLong, startSiteOn } from './fault.ts';
import { missingFrom, storedMessages } from './tally.ts';
import { atOnce, createVisitors } from './visitors.ts';

const MESSAGES = isLong ? 1_000 : 120;
const DISK_BYTES = 8_000_000;
/** Long enough for the disk to fill within a hundred messages. */
const LONG_TEXT = 'x'.repeat(1_900);

it('R6: refuses messages cleanly on a full disk, and accepts them again once there is room', async (context) => {
  const dataDir = await smallDisk(context, DISK_BYTES);
  const filler = join(dataDir, 'filler');
  const site = await startSiteOn({ dataDir });
  const visitors = createVisitors(site.url);
  const { acknowledged, refused, unclean } = visitors.ledger;
  const send = (kind: string, index: number) =>
    visitors.send(`essai-${kind}-${index}`, { message: `Un essai : essai-${kind}-${index} ${LONG_TEXT}` });
  await atOnce(30, 5, (index) => send('before', index));
  fillDisk(filler);
  const monitored = async () => (await fetch(`${site.url}/readyz/write`)).status;
  expect(await monitored(), 'R23').toBe(503);
  const pages: number[] = [];
  await atOnce(MESSAGES, 5, async (index) => {
    await send('full', index);
    pages.push((await visitors.page()).status);
  });
  const whileFull = [...refused];
  await rm(filler);
  await atOnce(30, 5, (index) => send('after', index));
  await expect.poll(monitored).toBe(200);
  const stored = await storedMessages({ dataDir });
  expect(await site.end(), 'no restart was needed').toBe(0);
  expect(whileFull.length, 'messages refused while the disk is full').toBeGreaterThan(MESSAGES / 4);
  expect(unclean).toEqual([]);
  expect(pages.filter((status) => status !== 200)).toEqual([]);
  expect(refused, 'none is refused once there is room again').toEqual(whileFull);
  expect(missingFrom(stored, acknowledged), 'lost').toEqual([]);
  expect(missingFrom(stored, refused), 'no refused message is stored all the same').toEqual(refused);
});
