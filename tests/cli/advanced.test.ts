import { expect, it } from 'vitest';
import { DAY_MS } from '../../src/config/clock.ts';
import { testStore } from './test-store.ts';

const store = testStore('each');

const advanced = (...words: string[]) => store.run('advanced', ...words);
const json = async (...words: string[]) => JSON.parse((await advanced(...words, '--json')).stdout);

it('DATA-1: retention previews, erases, and says what it did', async () => {
  await store.add(
    { at: Date.now() - 367 * DAY_MS, message: { message: 'Trop vieux pour rester' } },
    { at: Date.now() - 183 * DAY_MS, message: { message: 'Encore jeune' } },
  );
  expect(await json('retention', '--dry-run')).toMatchObject({
    dryRun: true,
    lastRun: null,
    results: [
      { table: 'message', count: 1 },
      { table: 'page_view', count: 0 },
    ],
  });
  expect((await advanced('retention')).stdout).toContain('messages\u00a0: 1 ligne effacée');
  expect((await advanced('retention', '--dry-run')).stdout).toContain('messages\u00a0: 12 mois');
  expect(JSON.parse((await store.run('messages', 'list', '--json')).stdout)).toMatchObject([
    { message: 'Encore jeune' },
  ]);
});

it('retention says whether the clock is in doubt, as the nightly copy of PostgreSQL looks for it (R10)', async () => {
  const doubt = async () =>
    /inDoubt.:.(false|true)/.exec((await advanced('retention', '--dry-run', '--json')).stdout)?.[1];
  await advanced('retention');
  expect(await doubt()).toBe('false');
  await store.lastRetention(Date.now() - 33 * DAY_MS);
  expect(await doubt()).toBe('true');
});

it('the outbox shows what waits and what was refused, and resend puts it back in the queue', async () => {
  const [refused = ''] = await store.add(
    { message: { message: 'Refusé par le serveur' } },
    { message: { message: 'Encore en attente' } },
  );
  await store.open(({ db }) =>
    db
      .updateTable('outbox')
      .set({ state: 'refused', last_error: 'SMTP 550', attempts: 1 })
      .where('message_id', '=', refused)
      .execute(),
  );
  const { stdout, stderr } = await advanced('outbox');
  expect(stdout).toContain('En attente\u00a0: 1   Partis\u00a0: 0   Refusés\u00a0: 1');
  expect(stdout).toContain('SMTP 550');
  expect(stderr).toContain('advanced resend');
  expect(stderr).toContain('SMTP_URL n’est pas défini');
  expect((await advanced('resend')).stderr).toContain('1 e-mail remis en file');
  expect((await advanced('resend')).stderr).toContain('rien à remettre');
  expect((await advanced('outbox')).stdout).toContain(
    'En attente\u00a0: 2   Partis\u00a0: 0   Refusés\u00a0: 0',
  );
});
