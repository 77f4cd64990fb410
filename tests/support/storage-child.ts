// A second process on the same store, for tests: node storage-child.ts <location as JSON> <task> [number]
import { once } from 'node:events';
import { sql } from 'kysely';
import { migrate } from '../../src/storage/migrate.server.ts';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import { lockRows } from '../../src/storage/row-locks.server.ts';
import type { Storage } from '../../src/storage/storage.ts';

const tasks: Record<string, (storage: Storage, amount: number) => Promise<void>> = {
  async migrate(storage) {
    process.stdout.write(JSON.stringify(await migrate(storage)));
  },

  /** Reads, then writes what it read plus one, so many times. */
  async increment(storage, times) {
    for (let time = 0; time < times; time += 1) {
      await storage.db.transaction().execute(async (trx) => {
        const row = await lockRows(
          storage,
          trx.selectFrom('task_run').select('ran_at').where('name', '=', 'counter'),
        ).executeTakeFirstOrThrow();
        await trx
          .updateTable('task_run')
          .set({ ran_at: row.ran_at + 1 })
          .where('name', '=', 'counter')
          .execute();
      });
    }
  },

  /** Holds the write lock, says so, and lets go after so many milliseconds or when its input ends. */
  async hold(storage, milliseconds) {
    await storage.db.transaction().execute(async (trx) => {
      if (storage.engine === 'postgres') await sql`lock table task_run in exclusive mode`.execute(trx);
      process.stdout.write('held\n');
      const timer = new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
      await Promise.race([timer, once(process.stdin.resume(), 'end')]);
    });
    process.stdin.destroy();
  },
};

const [location = '{}', task = '', amount = '0'] = process.argv.slice(2);
const storage = await openStorage(JSON.parse(location));
await tasks[task]?.(storage, Number(amount));
await storage.close();
