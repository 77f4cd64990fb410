import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { patiently } from './errors.server.ts';
import type { Database } from './schema.ts';
import { openSqlite } from './sqlite/open-sqlite.server.ts';
import type { Storage } from './storage.ts';
import { noteRun } from './task-runs.server.ts';

export interface StorageLocation {
  /** An address `postgres://…`; without it the store is a SQLite file. */
  databaseUrl?: string | undefined;
  dataDir: string;
}

/** Opens the store, even one of an older or newer version. @throws StorageUnavailableError when it cannot be used */
export async function openStorage({ databaseUrl, dataDir }: StorageLocation): Promise<Storage> {
  if (!databaseUrl) return openSqlite(dataDir);
  // The driver is loaded only if needed, because most sites use a file.
  const { openPostgres } = await import('./postgres/open-postgres.server.ts');
  return openPostgres(databaseUrl);
}

/** Size in bytes of a long message; the bytes are random, because PostgreSQL would compress others. */
const LONG_MESSAGE_BYTES = 12_000;

/**
 * Writes as much as a long message takes, commits, and leaves no message behind. A rollback would prove neither SQLite's disk nor
 * PostgreSQL's spare server.
 * @throws StorageUnavailableError, or the engine's error
 */
export async function proveWrite({ db }: Storage): Promise<void> {
  const id = randomUUID();
  const text = randomBytes(LONG_MESSAGE_BYTES).toString('base64');
  const empty = { fullname: '', email: '', email_key: '', subject: '', phone: '', suspect_reasons: '' };
  const facts = { received_at: 0, origin: 'api', status: 'new', suspect: 0 } as const;
  const message = { ...empty, ...facts, id, body: text, fingerprint: id };
  const write = async (trx: Kysely<Database>) => {
    await trx.insertInto('message').values(message).execute();
    await trx.deleteFrom('message').where('id', '=', id).execute();
    await noteRun(trx, 'probe', { outcome: text });
  };
  await patiently(() => db.transaction().execute(write));
}
