import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import sanitizeHtml from 'sanitize-html';
import type { Clock } from '../config/clock.ts';
import { createOutageLog, repeat } from '../config/repeat.server.ts';
import type { Database } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import {
  ADMINISTRATOR_ID,
  allowedElements,
  allowedLinkAttributes,
  allowedLinkSchemes,
  type Profile,
} from './profile.ts';

/** The administrator's profile; its version grows by one at each change. */
export interface StoredProfile {
  profile: Profile;
  version: number;
}

export async function readProfile(db: Kysely<Database>): Promise<StoredProfile | undefined> {
  const query = db.selectFrom('profile').selectAll().where('id', '=', ADMINISTRATOR_ID);
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  const { name, metier, presentation, projects, tech_stacks, version } = row;
  const lists = { projects: JSON.parse(projects), TechStacks: JSON.parse(tech_stacks) };
  return { profile: { name, metier, presentation, ...lists }, version };
}

/**
 * Stores the administrator's profile, new or changed.
 * @param known the only version that may be replaced; 0 stores a first profile only; undefined replaces any
 * @returns the new version; undefined if another version is stored
 */
export async function saveProfile(db: Kysely<Database>, profile: Profile, now: number, known?: number) {
  const { name, metier, presentation, projects, TechStacks } = profile;
  const lists = { projects: JSON.stringify(projects), tech_stacks: JSON.stringify(TechStacks) };
  const row = { id: ADMINISTRATOR_ID, name, metier, presentation, ...lists, version: 1, updated_at: now };
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

/** A change by another process is seen after this time at the latest. */
const REFRESH_EVERY_MS = 1000;

export type CurrentProfile = Awaited<ReturnType<typeof registerProfile>>;

export interface ProfileOptions {
  storage: Pick<Storage, 'db' | 'reads'>;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  example: Profile;
}

/** Reads the administrator's profile, and follows its version every second until the app closes. */
export async function registerProfile(
  app: FastifyInstance,
  { storage, clock, logger, example }: ProfileOptions,
) {
  // The example is stored only if there is no profile, because a store that takes no writes still has pages to show.
  if (!(await readProfile(storage.reads))) await saveProfile(storage.db, example, clock.now(), 0);
  let current = cleaned(await requireProfile(storage.reads));
  const listeners: (() => void)[] = [];
  const outage = createOutageLog(logger, 'warn', 'profile not read');
  const refresh = async () => {
    try {
      const stored = await requireProfile(storage.reads);
      outage.worked();
      if (stored.version === current.version) return;
      current = cleaned(stored);
      for (const listener of listeners) listener();
    } catch (error) {
      outage.failed(error);
    }
  };
  app.addHook('onClose', repeat(REFRESH_EVERY_MS, refresh));
  return {
    get: () => current.profile,
    /** Calls the listener after each change of the profile. */
    onChange(listener: () => void): void {
      listeners.push(listener);
    },
  };
}

async function requireProfile(db: Kysely<Database>): Promise<StoredProfile> {
  const stored = await readProfile(db);
  if (!stored) throw new Error(`The store holds no profile ${ADMINISTRATOR_ID}.`);
  return stored;
}

function cleaned({ profile, version }: StoredProfile): StoredProfile {
  const presentation = asBrowsersWrite(cleanPresentation(profile.presentation));
  return { profile: { ...profile, presentation }, version };
}

/** Cleans the HTML of a presentation by the allow-list, when it is stored and again before it leaves the server. */
export function cleanPresentation(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...allowedElements],
    allowedAttributes: { a: allowedLinkAttributes },
    allowedSchemes: allowedLinkSchemes,
    allowedSchemesAppliedToAttributes: ['href'],
    disallowedTagsMode: 'discard',
  });
}

/** Writes HTML exactly as `innerHTML` returns it, so that browsers recognise the same text in the document. */
export function asBrowsersWrite(clean: string): string {
  return clean.replaceAll('<br />', '<br>').replaceAll('\u00a0', '&nbsp;');
}
