import { type Migrations, shippedMigrations } from '../../src/storage/migrate.server.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** Gives the migrations of the version that ended with `last`. */
export async function migrationsUpTo(last: string, engine: Storage['engine']): Promise<Migrations> {
  const all = Object.entries(await shippedMigrations(engine));
  return Object.fromEntries(all.filter(([name]) => name <= last));
}
