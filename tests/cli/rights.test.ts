import { chmod, mkdir } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { runHeldBack } from '../support/ordinary-account.ts';
import { testStore } from './test-store.ts';

const store = testStore('each');
afterEach(() => chmod(store.dataDir, 0o700));

const cli = (words: string, DATA_DIR = store.dataDir) =>
  runHeldBack(['src/start-cli.ts', ...words.split(' ')], { env: { DATA_DIR } });
const saying = (words: string) => expect.stringContaining(words);

it('does not call a store missing that the account cannot reach', async () => {
  await chmod(store.dataDir, 0o000);
  const said = saying(`Ce compte n’a pas accès à ${store.dataDir}/vitrine.db.`);
  expect(cli('backup /tmp/nowhere.db')).toMatchObject({ status: 4, stderr: said });
  expect(cli('doctor')).toMatchObject({ status: 1, stdout: saying('n’a pas accès') });
});

it('names the file when the folder is right', async () => {
  await chmod(store.dataDir, 0o777);
  await chmod(`${store.dataDir}/vitrine.db`, 0o000);
  const stderr = saying('ce compte ne peut pas lire et modifier vitrine.db');
  expect(cli('messages list')).toMatchObject({ status: 5, stderr });
});

it('does not blame the good copy that cannot be put into a folder', async () => {
  const [copy, closed] = [store.file('b.db'), store.file('closed')];
  await store.run('backup', copy);
  await chmod(copy, 0o644);
  await mkdir(closed, { mode: 0o555 });
  const { status, stderr } = cli(`restore ${copy} --force`, closed);
  expect(stderr).toMatch(RegExp(`Ce compte n’a pas accès à ${closed}/vitrine\\.db\\.\\d+\\.restoring\\.`));
  expect(status).toBe(1);
  await chmod(store.dataDir, 0o777);
  await chmod(copy, 0o000);
  expect(cli(`restore ${copy} --force`)).toMatchObject({
    stderr: saying(`Ce compte n’a pas accès à ${copy}.`),
  });
});
