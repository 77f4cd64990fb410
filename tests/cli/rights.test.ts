import { chmod, mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHeldBack } from '../support/ordinary-account.ts';
import { createTestStore, type TestStore } from './test-store.ts';

let store: TestStore;

beforeEach(async () => {
  store = await createTestStore();
});
afterEach(async () => {
  await chmod(store.dataDir, 0o700);
  await store.remove();
});

const run = (program: readonly string[], dataDir = store.dataDir) =>
  runHeldBack(program, { env: { DATA_DIR: dataDir, PORT: '0' } });
const cli = (...words: string[]) => ['src/start-cli.ts', ...words];

it('does not call a store missing that the account cannot reach', async () => {
  await chmod(store.dataDir, 0o000);
  const words = `Ce compte n’a pas accès à ${store.dataDir}/vitrine.db.`;
  expect(run(cli('messages', 'list'))).toMatchObject({ status: 5, stderr: expect.stringContaining(words) });
  expect(run(cli('backup', '/tmp/nowhere.db'))).toMatchObject({
    status: 4,
    stderr: expect.stringContaining(words),
  });
  expect(run(cli('doctor'))).toMatchObject({ status: 1, stdout: expect.stringContaining('n’a pas accès') });
});

it('names the file when the folder is right', async () => {
  await chmod(store.dataDir, 0o777);
  await chmod(`${store.dataDir}/vitrine.db`, 0o000);
  const words = 'ce compte ne peut pas lire et modifier vitrine.db';
  for (const [program, status] of [
    [cli('messages', 'list'), 5],
    [cli('backup', '/tmp/nowhere.db'), 4],
    [['src/start-server.ts'], 1],
  ] as const) {
    expect(run(program)).toMatchObject({ status, stderr: expect.stringContaining(words) });
  }
});

it('does not blame the good copy that cannot be put into a folder', async () => {
  const [copy, closed] = [store.file('b.db'), store.file('closed')];
  await store.run('backup', copy);
  await chmod(copy, 0o644);
  await mkdir(closed, { mode: 0o555 });
  const { status, stderr } = run(cli('restore', copy, '--force'), closed);
  expect(stderr).toMatch(RegExp(`Ce compte n’a pas accès à ${closed}/vitrine\\.db\\.\\d+\\.restoring\\.`));
  expect(status).toBe(1);
  await chmod(store.dataDir, 0o777);
  await chmod(copy, 0o000);
  expect(run(cli('restore', copy, '--force')).stderr).toContain(`Ce compte n’a pas accès à ${copy}.`);
});
