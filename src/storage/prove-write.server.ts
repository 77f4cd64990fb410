import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { StorageUnavailableError } from './errors.server.ts';
import type { Storage } from './storage.ts';

/** Bytes of a long message. Random ones, because PostgreSQL compresses others. */
const LONG_MESSAGE_BYTES = 12_000;

/** Name of the row of `task_run` that proves a commit. */
const NAME = 'probe';

/**
 * Writes what a long message takes, commits, and leaves no message behind. A transaction that is rolled back would prove neither
 * the disk of SQLite nor a spare of PostgreSQL.
 * @throws StorageUnavailableError `spare-away`, or the engine's error
 */
export async function proveWrite(storage: Storage): Promise<void> {
  if (storage.engine === 'postgres') await requireSpare(storage);
  const id = randomUUID();
  const text = randomBytes(LONG_MESSAGE_BYTES).toString('base64');
  const empty = { fullname: '', email: '', email_key: '', subject: '', phone: '', suspect_reasons: '' };
  await storage.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('message')
      .values({
        ...empty,
        id,
        body: text,
        received_at: 0,
        origin: 'api',
        status: 'new',
        suspect: 0,
        fingerprint: id,
      })
      .execute();
    await trx.deleteFrom('message').where('id', '=', id).execute();
    await trx
      .insertInto('task_run')
      .values({ name: NAME, ran_at: 0, outcome: text })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ outcome: text }))
      .execute();
  });
}

/**
 * Looks for a spare before the commit that would wait for it: each such commit leaves a session behind that waits for ever.
 * @throws StorageUnavailableError `spare-away`
 */
async function requireSpare({ reads }: Storage): Promise<void> {
  const { rows } = await sql<{ spare: string; away: boolean }>`
    select current_setting('synchronous_standby_names') as spare,
      not exists (select from pg_stat_replication)
        or exists (select from pg_stat_activity where wait_event = 'SyncRep' and usename = current_user
          and state_change < now() - interval '3 seconds') as away`.execute(reads);
  const [found] = rows;
  if (found?.spare && found.away) throw new StorageUnavailableError('spare-away', { code: found.spare });
}
