import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../storage/schema.ts';
import { asBrowsersWrite, cleanPresentation } from './clean-presentation.server.ts';
import type { Profile } from './profile.ts';
import { readProfiles, readProfileVersions } from './profiles.server.ts';

/** Longest time before a change by another process is seen. */
const REFRESH_EVERY_MS = 1000;

/** The profiles, cached and refreshed from the store. */
export interface CurrentProfiles {
  /** Gives the profile with this id, null if there is none. */
  get(id: number): Profile | null;
  /** Calls back after each change that was noticed. */
  onChange(listener: () => void): void;
  stop(): void;
}

/** Reads every profile once and follows their versions every second. */
export async function followProfiles(
  db: Kysely<Database>,
  logger: Pick<Logger, 'warn'>,
): Promise<CurrentProfiles> {
  let versions = await readProfileVersions(db);
  let profiles = await readCleaned(db);
  const listeners: (() => void)[] = [];

  let failing = false;
  const refresh = async () => {
    try {
      const seen = await readProfileVersions(db);
      failing = false;
      if (seen === versions) return;
      profiles = await readCleaned(db);
      versions = seen;
      for (const listener of listeners) listener();
    } catch (error) {
      // Logged once per outage, not once a second.
      if (!failing) logger.warn({ err: error }, 'profile not read');
      failing = true;
    }
  };

  const timer = every(REFRESH_EVERY_MS, refresh);
  return {
    get: (id) => profiles.get(id) ?? null,
    onChange: (listener) => listeners.push(listener),
    stop: () => timer.stop(),
  };
}

async function readCleaned(db: Kysely<Database>): Promise<Map<number, Profile>> {
  const profiles = await readProfiles(db);
  for (const profile of profiles.values())
    profile.presentation = asBrowsersWrite(cleanPresentation(profile.presentation));
  return profiles;
}

/** Repeats the work a while after each end, never twice at once, without keeping the process alive. */
function every(delayMs: number, work: () => Promise<void>) {
  let stopped = false;
  let timer = setTimeout(run, delayMs).unref();
  async function run() {
    await work();
    if (!stopped) timer = setTimeout(run, delayMs).unref();
  }
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
