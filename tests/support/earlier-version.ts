import type { MigrationProvider } from 'kysely/migration';

/** The migrations as a version had them whose last one was `last`. */
export function upTo(last: string, provider: MigrationProvider): MigrationProvider {
  return {
    async getMigrations() {
      const all = Object.entries(await provider.getMigrations());
      return Object.fromEntries(all.filter(([name]) => name <= last));
    },
  };
}
