import { randomBytes, randomUUID } from 'node:crypto';
import type { Storage } from './storage.ts';

/** Bytes of a long message. Random ones, because PostgreSQL compresses others. */
const LONG_MESSAGE_BYTES = 12_000;

/** Name of the row of `task_run` that proves a commit. */
const NAME = 'probe';

/**
 * Writes what a long message takes, commits, and leaves no message behind. A transaction that is rolled back would prove neither
 * the disk of SQLite nor a spare of PostgreSQL.
 * @throws StorageUnavailableError, or the engine's error
 */
export async function proveWrite({ db }: Storage): Promise<void> {
  const id = randomUUID();
  const text = randomBytes(LONG_MESSAGE_BYTES).toString('base64');
  const empty = { fullname: '', email: '', email_key: '', subject: '', phone: '', suspect_reasons: '' };
  await db.transaction().execute(async (trx) => {
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
