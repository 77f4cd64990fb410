import { isDeepStrictEqual } from 'node:util';
import { textOfFile } from '../../config/text-of-file.ts';
import { profileWords } from '../../content/cli-profile.ts';
import { allowedElements } from '../../profile/allowed-html.ts';
import { cleanPresentation } from '../../profile/clean-presentation.server.ts';
import { ADMINISTRATOR_ID, type Profile } from '../../profile/profile.ts';
import { readProfile, saveProfile } from '../../profile/profiles.server.ts';
import { CommandError } from '../command-error.ts';
import type { StoreDependencies } from '../dependencies.ts';
import type { Output } from '../output.server.ts';
import { visible } from '../safe-text.ts';
import { checkProfile } from './check-profile.ts';

/**
 * Reads a file's bytes as a profile, its presentation cleaned.
 * @throws CommandError `failure`, naming each wrong field and what to write
 */
export function parseProfile(output: Output, bytes: Uint8Array, file: string): Profile {
  const checked = checkProfile(parseJson(decode(bytes, file), file));
  if (!checked.ok) {
    const lines = checked.problems.map(({ field, fix }) => profileWords.problem(field, fix));
    throw new CommandError('failure', [profileWords.wrong, ...lines].join('\n'));
  }
  const { presentation } = checked.profile;
  const clean = cleanPresentation(presentation);
  if (clean.replace(/<[^>]*>/g, '').trim() === '') {
    throw new CommandError(
      'failure',
      `${profileWords.wrong}\n${profileWords.problem('presentation', profileWords.fixes.emptyPresentation)}`,
    );
  }
  if (clean !== presentation) tellCleaning(output, presentation, clean);
  return { ...checked.profile, presentation: clean };
}

function decode(bytes: Uint8Array, file: string): string {
  const text = textOfFile(bytes);
  if (text === undefined) throw new CommandError('failure', profileWords.notUtf8(file));
  return text;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError('failure', profileWords.notJson(file, (error as Error).message));
  }
}

function tellCleaning(output: Output, before: string, after: string): void {
  output.note(profileWords.cleaned(allowedElements.join(', ')));
  output.note(`- ${visible(before)}`, 'red');
  output.note(`+ ${visible(after)}`, 'green');
}

/**
 * Stores the profile, unless it is the stored one already; running sites notice by its version.
 * @param over the only version that it may take the place of; any without it
 * @throws CommandError `refused` when another one than `over` is stored
 */
export async function storeProfile(
  { storage, clock, output }: StoreDependencies,
  profile: Profile,
  over?: number,
): Promise<void> {
  const current = await readProfile(storage.db, ADMINISTRATOR_ID);
  if (isDeepStrictEqual(current, profile)) return output.note(profileWords.unchanged);
  const version = await saveProfile(storage.db, ADMINISTRATOR_ID, profile, clock.now(), over);
  if (version === undefined) throw new CommandError('refused', profileWords.changedMeanwhile);
  output.note(profileWords.saved(version));
}

/** Reads the stored profile. @throws CommandError `notFound` when there is none yet */
export async function requireProfile({ storage }: Pick<StoreDependencies, 'storage'>): Promise<Profile> {
  const profile = await readProfile(storage.reads, ADMINISTRATOR_ID);
  if (!profile) throw new CommandError('notFound', profileWords.none);
  return profile;
}
