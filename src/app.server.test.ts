import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aMessage, storeMessages } from '../tests/support/contact.ts';
import { plainSite, serverForTest, startTestServer } from '../tests/support/server.ts';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { DAY_MS } from './config/clock.ts';
import { migrate } from './storage/migrate.server.ts';
import { openStorage } from './storage/open-storage.server.ts';

it('a copy that a killed restore has left beside the store is gone once the server is ready', async () => {
  const dataDir = await temporaryFolder();
  for (const name of ['', '-wal'])
    await writeFile(join(dataDir, `vitrine.db.${process.ppid}.restoring${name}`), 'a backup');
  await serverForTest({ DATA_DIR: dataDir });
  expect((await readdir(dataDir)).filter((name) => name.includes('restoring'))).toEqual([]);
});

it('DATA-1: a message that is too old is gone after the next start, with its mail', async () => {
  const dataDir = await temporaryFolder();
  const storage = await openStorage({ dataDir });
  await migrate(storage);
  const year = 366 * DAY_MS;
  await storeMessages(storage, [aMessage({ message: 'Ancien message' })], Date.now() - year);
  await storeMessages(storage, [aMessage({ message: 'Jeune message' })], Date.now() - year + 3 * DAY_MS);
  await storage.close();
  const server = await serverForTest({ DATA_DIR: dataDir });
  const { db } = server.storage;
  const left = () => db.selectFrom('message').select('body').execute();
  await expect.poll(left).toEqual([{ body: 'Jeune message' }]);
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(1);
});

it.each([
  [
    'smtp://mail.invalid',
    [{ level: 40, msg: expect.stringContaining('in the clear'), host: 'mail.invalid' }],
  ],
  ['', [{ level: 40, msg: expect.stringMatching(/SMTP_URL n’est pas défini.* messages list$/) }]],
  ['smtp://127.0.0.1:9', []],
])(
  'a start tells whether mails leave, and may cross the network in the clear: %s',
  async (SMTP_URL, told) => {
    const server = await serverForTest({ SMTP_URL });
    const lines = server.logged.filter(({ msg }) => /in the clear|SMTP_URL/.test(String(msg)));
    expect(lines).toMatchObject(told);
  },
);

it('a start that fails because of the pages closes the store', async () => {
  const dataDir = await temporaryFolder();
  const site = { ...plainSite, render: () => Promise.reject(new Error('no page')) };
  await expect(startTestServer({ DATA_DIR: dataDir }, false, { site })).rejects.toThrow('no page');
  // The last connection that closes removes the log, so only the store is left.
  expect(await readdir(dataDir)).toEqual(['vitrine.db']);
});
