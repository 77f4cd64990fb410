import { migrateWords as words } from '../content/cli-store.ts';
import { migrate, migrationStatus } from '../storage/migrate.server.ts';
import { openAnyVersion, openStorage } from '../storage/open-storage.server.ts';
import type { Dependencies } from './dependencies.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { openExisting } from './store-access.server.ts';

/** Brings the store up to date; creates it when there is none, as the server does at its start. */
export async function migrateStore(
  dependencies: Dependencies,
  { dryRun, json }: { dryRun?: true; json?: true },
): Promise<ExitCode> {
  if (dryRun) return status(dependencies, json);
  const { config, output } = dependencies;
  const storage = await openStorage(config);
  try {
    const names = await migrate(storage);
    if (json) await output.json({ applied: names });
    else output.note(names.length > 0 ? words.done(names) : words.upToDate);
    return exitCodes.ok;
  } finally {
    await storage.close();
  }
}

async function status({ config, output }: Dependencies, json: true | undefined): Promise<ExitCode> {
  const storage = await openExisting(config, openAnyVersion);
  try {
    const { applied, pending, unknown } = await migrationStatus(storage);
    if (json) await output.json({ applied, pending, unknown });
    else {
      await output.result(
        ...applied.filter((name) => !unknown.includes(name)).map((name) => `✓ ${name}  ${words.applied}`),
        ...pending.map((name) => `! ${name}  ${words.pending}`),
        ...unknown.map((name) => `✗ ${name}  ${words.unknown}`),
      );
    }
    return exitCodes.ok;
  } finally {
    await storage.close();
  }
}
