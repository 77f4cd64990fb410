import { migrateWords as words } from '../content/cli-store.ts';
import { migrate, migrationStatus } from '../storage/migrate.server.ts';
import { openAnyVersion, openStorage } from '../storage/open-storage.server.ts';
import type { Dependencies } from './dependencies.ts';
import { openExisting } from './store-access.server.ts';

/** Brings the store up to date; creates it when there is none, as the server does at its start. */
export async function migrateStore(dependencies: Dependencies, { dryRun }: { dryRun?: true }): Promise<void> {
  if (dryRun) return status(dependencies);
  const { config, output } = dependencies;
  const storage = await openStorage(config);
  try {
    const names = await migrate(storage);
    output.note(names.length > 0 ? words.done(names) : words.upToDate);
  } finally {
    await storage.close();
  }
}

async function status({ config, output }: Dependencies): Promise<void> {
  const storage = await openExisting(config, openAnyVersion);
  try {
    const { applied, pending, unknown } = await migrationStatus(storage);
    await output.result(
      ...applied.filter((name) => !unknown.includes(name)).map((name) => `✓ ${name}  ${words.applied}`),
      ...pending.map((name) => `! ${name}  ${words.pending}`),
      ...unknown.map((name) => `✗ ${name}  ${words.unknown}`),
    );
  } finally {
    await storage.close();
  }
}
