import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aMessage, storeMessages } from '../../../tests/support/contact.ts';
import { DAY_MS, systemClock } from '../../config/clock.ts';
import { readConfig } from '../../config/config.server.ts';
import { storeMessage } from '../../contact/store-message.server.ts';
import { migrate } from '../../storage/migrate.server.ts';
import { openStorage } from '../../storage/open-storage.server.ts';
import { checkClock, checkNotices, checkStore } from './data.server.ts';

it('tells a store that another program writes to from one that is read-only', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  const config = readConfig({ DATA_DIR: dataDir });
  const storage = await openStorage(config);
  await migrate(storage);
  await sql`pragma busy_timeout = 50`.execute(storage.db);
  const writer = new DatabaseSync(join(dataDir, 'vitrine.db'));
  const check = () => checkStore({ config, clock: systemClock, storage, storeError: undefined });
  try {
    writer.exec('begin immediate');
    expect(await check()).toMatchObject({
      verdict: 'problem',
      detail: expect.stringMatching(/^un autre programme y écrit/),
    });
    writer.exec('rollback');
    expect(await check()).toMatchObject({ verdict: 'ok' });
  } finally {
    writer.close();
    await storage.close();
    await rm(dataDir, { recursive: true });
  }
});

it('says of messages from the future that the clock may have been ahead when they came', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  const config = readConfig({ DATA_DIR: dataDir });
  const storage = await openStorage(config);
  const check = () => checkClock({ config, clock: systemClock, storage, storeError: undefined });
  try {
    await migrate(storage);
    await storeMessages(storage, [aMessage()], systemClock.now());
    expect(await check()).toMatchObject({ verdict: 'ok' });
    await storeMessages(
      storage,
      [aMessage({ message: 'D’une horloge en avance' })],
      systemClock.now() + 60 * DAY_MS,
    );
    expect(await check()).toMatchObject({
      verdict: 'problem',
      fix: expect.stringMatching(/timedatectl.*a daté 1 message, qui/),
    });
  } finally {
    await storage.close();
    await rm(dataDir, { recursive: true });
  }
});

it('warns of notices that have waited for ten minutes, where there is a NOTIFY_URL', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  const config = readConfig({ DATA_DIR: dataDir, NOTIFY_URL: 'http://127.0.0.1:1/' });
  const storage = await openStorage(config);
  const check = (now = systemClock.now(), examined = config) =>
    checkNotices({ config: examined, clock: { now: () => now }, storage, storeError: undefined });
  try {
    await migrate(storage);
    expect(await check()).toMatchObject({ verdict: 'ok', detail: 'aucune en attente' });
    await storeMessage(storage, aMessage(), systemClock.now(), true);
    expect(await check()).toMatchObject({ verdict: 'ok', detail: '1 en attente' });
    const later = systemClock.now() + 11 * 60_000;
    expect(await check(later)).toMatchObject({
      verdict: 'warning',
      fix: expect.stringContaining('mail test'),
    });
    expect(await check(later, readConfig({ DATA_DIR: dataDir }))).toBeUndefined();
    await storage.db.updateTable('notice').set({ state: 'refused', last_error: 'HTTP 404' }).execute();
    expect(await check()).toMatchObject({
      detail: expect.stringMatching(/^1 notification abandonnée .*HTTP 404/),
    });
    expect(await check(systemClock.now() + 11 * DAY_MS)).toMatchObject({ verdict: 'ok' });
  } finally {
    await storage.close();
    await rm(dataDir, { recursive: true });
  }
});
