// Another process on the same store, for `inProcesses`: node storage-child.ts <location as JSON> <task>
// It says `ready` once the store is open, and begins when its input ends, so that several begin together.
import { once } from 'node:events';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';

const [location = '', task] = process.argv.slice(2);
const inputEnds = once(process.stdin.resume(), 'end');
const storage = await openStorage(JSON.parse(location));
process.stdout.write('ready\n');
await inputEnds;
if (task === 'migrate') process.stdout.write(JSON.stringify(await migrate(storage)));
else for (let time = 0; time < 100; time += 1) await increment();
await storage.close();

/** Reads a counter, then writes its value plus one. */
function increment(): Promise<unknown> {
  return storage.db.transaction().execute(async (trx) => {
    // Like retention: changes nothing, and locks the row.
    const row = await trx
      .insertInto('task_run')
      .values({ name: 'counter', ran_at: 0, outcome: '' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: 'counter' }))
      .returning('ran_at')
      .executeTakeFirstOrThrow();
    const next = { ran_at: row.ran_at + 1 };
    await trx.updateTable('task_run').set(next).where('name', '=', 'counter').execute();
  });
}
