import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileWords as words } from '../content/cli-profile.ts';
import { ADMINISTRATOR_ID, type Profile } from '../profile/profile.ts';
import { readProfile, readProfileVersion, saveProfile } from '../profile/profiles.server.ts';
import type { Options, StoreDependencies } from './command.server.ts';
import { CommandError } from './failure.server.ts';
import { parseProfile } from './profile-file.server.ts';
import { safeJson } from './text.ts';
import { writeResult } from './written-file.server.ts';

/** Stores the profile of a JSON file; `-` stands for standard input. */
export async function importProfile(dependencies: StoreDependencies, name: string): Promise<void> {
  const { output, resolvePath } = dependencies;
  const bytes = name === '-' ? await output.input() : await readFile(resolvePath(name));
  await storeProfile(dependencies, parseProfile(output, bytes, name));
}

/** Writes the stored profile as JSON. */
export async function exportProfile(
  dependencies: StoreDependencies,
  name: string | undefined,
  { force }: Options,
): Promise<void> {
  const profile = await requireProfile(dependencies);
  await writeResult(dependencies, name, force, [safeJson(profile)]);
}

/** Opens the operator's editor. A text that cannot be stored stays in its file. */
export async function editProfile(dependencies: StoreDependencies): Promise<void> {
  const { editor, output, storage } = dependencies;
  if (!editor) throw new CommandError('usage', words.noEditor);
  // Read before the profile: a change between the two reads is refused, not overwritten.
  const version = await readProfileVersion(storage.reads, ADMINISTRATOR_ID);
  const before = Buffer.from(safeJson(await requireProfile(dependencies)));
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-profil-'));
  const file = join(folder, 'profil.json');
  await writeFile(file, before, { mode: 0o600 });
  output.note(words.editing(file));
  await openEditor(editor, file);
  const typed = await readFile(file);
  if (before.equals(typed)) output.note(words.unchanged);
  else await storeProfile(dependencies, parseProfile(output, typed, file), version);
  await rm(folder, { recursive: true });
}

/**
 * Runs EDITOR through a shell, as git does: it may hold options (`code --wait`). The file is passed as a parameter, never as
 * text of the command.
 */
async function openEditor(editor: string, file: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new CommandError('failure', words.editorFailed(editor, String(signal ?? code)));
}

/**
 * Stores the profile; running sites notice its new version.
 * @param over the version that it may replace; undefined: any
 * @throws CommandError `refused` if another version is stored
 */
async function storeProfile(
  { storage, clock, output }: StoreDependencies,
  profile: Profile,
  over?: number,
): Promise<void> {
  const version = await saveProfile(storage.db, ADMINISTRATOR_ID, profile, clock.now(), over);
  if (version === undefined) throw new CommandError('refused', words.changedMeanwhile);
  output.note(words.saved(version));
}

/** Reads the stored profile. @throws CommandError `notFound` if there is none yet */
async function requireProfile({ storage }: StoreDependencies): Promise<Profile> {
  const profile = await readProfile(storage.reads, ADMINISTRATOR_ID);
  if (!profile) throw new CommandError('notFound', words.none);
  return profile;
}
