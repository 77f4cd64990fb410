import { type Kysely, sql } from 'kysely';
import type { Database } from '../storage/schema.ts';
import { ADMINISTRATOR_ID, type Profile } from './profile.ts';

/** The administrator's profile, with its version, which grows by one at each change. */
export interface StoredProfile {
  profile: Profile;
  version: number;
}

export async function readProfile(db: Kysely<Database>): Promise<StoredProfile | undefined> {
  const row = await db
    .selectFrom('profile')
    .selectAll()
    .where('id', '=', ADMINISTRATOR_ID)
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, metier, presentation, projects, tech_stacks, version } = row;
  const lists = { projects: JSON.parse(projects), TechStacks: JSON.parse(tech_stacks) };
  return { profile: { name, metier, presentation, ...lists }, version };
}

function rowOf({ name, metier, presentation, projects, TechStacks }: Profile, now: number) {
  const lists = { projects: JSON.stringify(projects), tech_stacks: JSON.stringify(TechStacks) };
  return { id: ADMINISTRATOR_ID, name, metier, presentation, ...lists, version: 1, updated_at: now };
}

/** Stores the administrator's profile unless there is one; any number of processes may try. */
export async function seedProfile(db: Kysely<Database>, profile: Profile, now: number): Promise<void> {
  await db
    .insertInto('profile')
    .values(rowOf(profile, now))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Stores the administrator's profile, new or changed.
 * @param known stores it over this version alone
 */
export async function saveProfile(db: Kysely<Database>, profile: Profile, now: number, known?: number) {
  const row = rowOf(profile, now);
  const change = { ...row, version: sql<number>`profile.version + 1` };
  const saved = await db
    .insertInto('profile')
    .values(row)
    .onConflict((conflict) => {
      const update = conflict.column('id').doUpdateSet(change);
      return known === undefined ? update : update.where('profile.version', '=', known);
    })
    .returning('version')
    .executeTakeFirst();
  return saved?.version;
}
