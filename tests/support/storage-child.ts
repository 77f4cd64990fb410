// A second process on the same store, for tests: node storage-child.ts <location as JSON> <task> [number]
// It says `ready` once the store is open, and begins when its input ends, so that several begin together; `hold` begins
// at once, and ends with its input.
import { once } from 'node:events';
import { sql } from 'kysely';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import type { Storage } from '../../src/storage/storage.ts';

const inputEnds = once(process.stdin.resume(), 'end');

const tasks: Record<string, (storage: Storage, amount: number) => Promise<void>> = {
  async migrate(storage) {
    await inputEnds;
    process.stdout.write(`applied ${JSON.stringify(await migrate(storage))}\n`);
  },

  /** Reads, then writes what it read plus one, so many times. */
  async increment(storage, times) {
    await inputEnds;
    for (let time = 0; time < times; time += 1) {
      await storage.db.transaction().execute(async (trx) => {
        // As retention does: changes nothing, and locks the row.
        const row = await trx
          .insertInto('task_run')
          .values({ name: 'counter', ran_at: 0, outcome: '' })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: 'counter' }))
          .returning('ran_at')
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('task_run')
          .set({ ran_at: row.ran_at + 1 })
          .where('name', '=', 'counter')
          .execute();
      });
    }
  },

  /** Holds the write lock until its input ends, and says so. */
  async hold(storage) {
    await storage.db.transaction().execute(async (trx) => {
      if (storage.engine === 'postgres') await sql`lock table task_run in exclusive mode`.execute(trx);
      process.stdout.write('held\n');
      await inputEnds;
    });
  },
};

const [location = '{}', task = '', amount = '0'] = process.argv.slice(2);
const storage = await openStorage(JSON.parse(location));
process.stdout.write('ready\n');
await tasks[task]?.(storage, Number(amount));
await storage.close();
