import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestStore, type TestStore } from './test-store.ts';

let store: TestStore;
let backup: string;

beforeEach(async () => {
  store = await createTestStore();
  await store.add({ message: { message: 'Pas encore envoyé' } }, { message: { message: 'Déjà envoyé' } });
  await store.open(({ db }) =>
    db
      .updateTable('outbox')
      .set({ state: 'sent' })
      .where('message_id', 'in', (query) =>
        query.selectFrom('message').select('id').where('body', '=', 'Déjà envoyé'),
      )
      .execute(),
  );
  backup = store.file('b.db');
  await store.run('backup', backup);
});
afterEach(() => store.remove());

it('says which mails a backup will send, perhaps once more', async () => {
  const { stderr } = await store.run('restore', backup, '--dry-run');
  expect(stderr).toContain('1 e-mail en attente dans cette sauvegarde partira');
  await store.open(({ db }) => db.updateTable('outbox').set({ state: 'sent' }).execute());
  await store.run('backup', backup, '--force');
  expect((await store.run('restore', backup, '--dry-run')).stderr).not.toContain('en attente');
});

it('says that it makes a folder that is not there, and a preview makes none', async () => {
  const DATA_DIR = store.file('absent/data');
  const preview = await store.runWith({ DATA_DIR }, 'restore', backup, '--dry-run');
  expect([preview.code, preview.stderr]).toEqual([
    0,
    expect.stringContaining(`DATA_DIR=${DATA_DIR} n’existe pas`),
  ]);
  expect(existsSync(store.file('absent'))).toBe(false);
  const restored = await store.runWith({ DATA_DIR }, 'restore', backup, '--force');
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('n’existe pas encore')]);
  expect((await store.runWith({ DATA_DIR }, 'messages', 'list')).stdout).toContain('Zoé');
});
