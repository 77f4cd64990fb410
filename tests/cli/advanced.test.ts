import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/config/clock.ts';
import { testStore } from './test-store.ts';

const store = testStore('each');

const advanced = (...words: string[]) => store.run('advanced', ...words);
const containing = (text: string) => expect.stringContaining(text);

it('DATA-1: retention previews, erases, and says what it did', async () => {
  const keptOn = (at: number) => `vitrine-avant-${new Date(at).toISOString().slice(0, 10)}T01-02-03.db`;
  const [old, young] = [keptOn(Date.now() - 367 * DAY_MS), keptOn(Date.now() - 300 * DAY_MS)];
  const wrong = keptOn(0);
  for (const name of [old, `${old}-wal`, young, wrong]) await writeFile(join(store.dataDir, name), '');
  await store.add(
    { at: Date.now() - 367 * DAY_MS, message: { message: 'Trop vieux pour rester' } },
    { at: Date.now() - 183 * DAY_MS, message: { message: 'Encore jeune' } },
  );
  const { code, stdout } = await advanced('retention', '--dry-run');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^messages\u00a0: 12 mois.*: 1$/m)]);
  expect(await store.texts()).toHaveLength(2);
  expect((await advanced('retention')).stdout).toContain('messages\u00a0: 1 ligne effacée');
  expect(await store.texts()).toEqual(['Encore jeune']);
  const kept = (await readdir(store.dataDir)).filter((name) => name.includes('avant'));
  expect(kept.sort(), 'S69: stores that a restore replaced a year ago go too').toEqual([wrong, young]);
});

it('a preview of retention ends with 4 while the clock is in doubt, as the nightly copy of PostgreSQL asks (R10)', async () => {
  await advanced('retention');
  expect(await advanced('retention', '--dry-run')).toMatchObject({ code: 0, stderr: '' });
  await store.lastRetention(Date.now() - 41 * DAY_MS);
  const stderr = containing('L’horloge de la machine');
  expect(await advanced('retention', '--dry-run')).toMatchObject({ code: 4, stderr });
  expect(await advanced('retention', '--force')).toMatchObject({ code: 0, stderr: '' });
  expect(await advanced('retention', '--dry-run')).toMatchObject({ code: 0, stderr: '' });
});

it('the outbox says that it shows the twenty oldest alone', async () => {
  await store.add(
    ...Array.from({ length: 21 }, (_, index) => ({ message: { message: `Message ${index}` } })),
  );
  const { stdout, stderr } = await advanced('outbox');
  expect(stdout).toContain('En attente\u00a0: 21   Partis\u00a0: 0   Refusés\u00a0: 0');
  expect(stdout.match(/ en attente /g)).toHaveLength(20);
  expect(stderr).toContain('Seuls les 20 plus anciens');
  expect((await store.run('messages', 'list')).stderr).toContain('Liste limitée à 20 messages');
});
