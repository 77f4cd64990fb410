import { sql } from 'kysely';
import { openStorage } from '../../src/storage/open-storage.server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type Attack, type Finding, none } from './attack.ts';

async function sqliteFindings({ db, reads }: Storage): Promise<Finding[]> {
  const wanted = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, secure_delete: 1 };
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(wanted)) {
    const read = async (connection: Storage['db']) =>
      Object.values((await sql.raw<object>(`pragma ${name}`).execute(connection)).rows[0] ?? {})[0];
    const both = [await read(db), await read(reads)];
    findings.push(
      none(
        `connections without ${name} = ${value}`,
        both.filter((found) => found !== value),
      ),
    );
  }
  return findings;
}

async function postgresFindings({ db }: Storage): Promise<Finding[]> {
  const shown = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('synchronous_commit', 'fsync', 'full_page_writes')`.execute(db);
  return shown.rows.map(({ name, setting }) => none(`without ${name} = on`, setting === 'on' ? 0 : 1));
}

/** What makes a commit survive a power cut, as the store itself says it is set. */
export const settings: readonly Attack[] = (['sqlite', 'postgres'] as const).map((engine) => ({
  goal: 'R11',
  title: `a power cut right after an answer: the settings that keep the commit are read back (${engine})`,
  async run(_form, place) {
    const storage = await openStorage(await place.location(engine));
    const findings = engine === 'sqlite' ? await sqliteFindings(storage) : await postgresFindings(storage);
    await storage.close();
    return findings;
  },
}));
