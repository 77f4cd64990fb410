import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../storage/schema.ts';
import { asBrowsersWrite, cleanPresentation } from './clean-presentation.server.ts';
import { ADMINISTRATOR_ID, type Profile } from './profile.ts';
import { readProfile, type StoredProfile } from './stored-profile.server.ts';

/** Longest time before a change by another process is seen. */
const REFRESH_EVERY_MS = 1000;

/** The administrator's profile, cached and refreshed from the store. */
export interface CurrentProfile {
  get(): Profile;
  /** Calls back after each change that was noticed. */
  onChange(listener: () => void): void;
  stop(): void;
}

/** Reads the profile and follows its version every second. @throws Error when there is no profile */
export async function followProfile(
  db: Kysely<Database>,
  logger: Pick<Logger, 'warn'>,
): Promise<CurrentProfile> {
  let current = cleaned(await requireProfile(db));
  const listeners: (() => void)[] = [];
  let refreshing = false;
  let failing = false;

  const timer = setInterval(async () => {
    // Never twice at once: a slow store would be asked ever more often.
    if (refreshing) return;
    refreshing = true;
    try {
      const stored = await requireProfile(db);
      failing = false;
      if (stored.version === current.version) return;
      current = cleaned(stored);
      for (const listener of listeners) listener();
    } catch (error) {
      // Logged once per outage, not once a second.
      if (!failing) logger.warn({ err: error }, 'profile not read');
      failing = true;
    } finally {
      refreshing = false;
    }
  }, REFRESH_EVERY_MS).unref();

  return {
    get: () => current.profile,
    onChange: (listener) => listeners.push(listener),
    stop: () => clearInterval(timer),
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
