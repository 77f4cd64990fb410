import { type Kysely, sql } from 'kysely';
import type { Database } from '../storage/schema.ts';
import type { Profile } from './profile.ts';

type Db = Kysely<Database>;

interface ProfileRow {
  name: string;
  metier: string;
  presentation: string;
  projects: string;
  tech_stacks: string;
}

const columns = ['name', 'metier', 'presentation', 'projects', 'tech_stacks'] as const;

function toProfile(row: ProfileRow): Profile {
  return {
    name: row.name,
    metier: row.metier,
    presentation: row.presentation,
    projects: JSON.parse(row.projects),
    TechStacks: JSON.parse(row.tech_stacks),
  };
}

function toRow(profile: Profile): ProfileRow {
  return {
    name: profile.name,
    metier: profile.metier,
    presentation: profile.presentation,
    projects: JSON.stringify(profile.projects),
    tech_stacks: JSON.stringify(profile.TechStacks),
  };
}

/** Reads the profile with this id, undefined when there is none. */
export async function readProfile(db: Db, id: number): Promise<Profile | undefined> {
  const row = await db.selectFrom('profile').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toProfile(row);
}

/** Reads every profile, by id. */
export async function readProfiles(db: Db): Promise<Map<number, Profile>> {
  const rows = await db
    .selectFrom('profile')
    .select(['id', ...columns])
    .execute();
  return new Map(rows.map((row) => [row.id, toProfile(row)]));
}

/** Reads the version of a profile, which grows by one at each change; undefined if there is none. */
export async function readProfileVersion(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('profile').select('version').where('id', '=', id).executeTakeFirst();
  return row?.version;
}

/** Gives a text that changes whenever any profile does, for caches to compare. */
export async function readProfileVersions(db: Db): Promise<string> {
  const rows = await db.selectFrom('profile').select(['id', 'version']).orderBy('id').execute();
  return rows.map(({ id, version }) => `${id}:${version}`).join(' ');
}

/** Stores the profile unless one with this id exists; any number of processes may try. */
export async function seedProfile(db: Db, id: number, profile: Profile, now: number): Promise<void> {
  await db
    .insertInto('profile')
    .values({ id, ...toRow(profile), version: 1, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/**
 * Stores the profile, new or changed.
 * @param now in milliseconds since 1970
 * @returns its version
 */
export async function saveProfile(db: Db, id: number, profile: Profile, now: number): Promise<number> {
  const row = toRow(profile);
  const change = { ...row, version: sql<number>`profile.version + 1`, updated_at: now };
  const { version } = await db
    .insertInto('profile')
    .values({ id, ...row, version: 1, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
