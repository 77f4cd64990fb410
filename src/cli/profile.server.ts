import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { help } from '../content/cli.ts';
import { profileHelp, profileWords as words } from '../content/cli-profile.ts';
import { ADMINISTRATOR_ID, type Profile } from '../profile/profile.ts';
import { readProfile, readProfileVersion, saveProfile } from '../profile/profiles.server.ts';
import { onStop } from '../storage/unfinished-file.server.ts';
import { addCommand, addGroup, type Runner, type StoreDependencies } from './command.server.ts';
import { CommandError } from './failure.server.ts';
import type { Output } from './output.server.ts';
import { parseProfile } from './profile-file.server.ts';
import { safeJson, shellQuote, visible } from './text.ts';
import { writeResult } from './written-file.server.ts';

/** Adds `profile …`. */
export function addProfile(program: Command, run: Runner): void {
  const group = addGroup(program, 'profile', profileHelp.group);
  addCommand(group, 'edit', profileHelp.edit).action(run.store(editProfile));
  addCommand(group, 'import', profileHelp.import)
    .argument('<fichier>', profileHelp.import.file)
    .action(run.store(importProfile));
  addCommand(group, 'export', profileHelp.export)
    .argument('[fichier]', profileHelp.export.file)
    .option('--force', help.replace)
    .action(run.store(exportProfile));
}

async function importProfile(dependencies: StoreDependencies, name: string): Promise<void> {
  const { output, resolvePath } = dependencies;
  const bytes = name === '-' ? await output.input() : await readFile(resolvePath(name));
  await storeProfile(dependencies, parseProfile(output, bytes, name));
}

async function exportProfile(
  dependencies: StoreDependencies,
  name: string | undefined,
  { force }: { force?: true },
): Promise<void> {
  const profile = await requireProfile(dependencies);
  const file = await writeResult(dependencies, name, force, [`${safeJson(profile)}\n`]);
  if (file) dependencies.output.note(words.exported(file));
}

/**
 * Opens the operator's editor, again until the profile is right or the operator gives up. What was typed and could not be
 * stored stays in its file.
 */
async function editProfile(dependencies: StoreDependencies): Promise<void> {
  const { editor, output, storage } = dependencies;
  if (!output.interactive) throw new CommandError('usage', words.noTerminal);
  if (!editor) throw new CommandError('usage', words.noEditor);
  // Before the profile: a change between the two reads is then refused, not lost.
  const version = await readProfileVersion(storage.reads, ADMINISTRATOR_ID);
  const before = Buffer.from(`${JSON.stringify(await requireProfile(dependencies), null, 2)}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-profil-'));
  const file = join(folder, 'profil.json');
  const noteKept = () => output.note(words.kept(`npm run vitrine -- profile import ${shellQuote(file)}`));
  // The editor may still be open then, or have left there what it could not store.
  using _ = onStop(noteKept);
  let stored = false;
  try {
    await writeFile(file, before, { mode: 0o600 });
    const profile = await editUntilRight(output, editor, file);
    if (before.equals(await readFile(file))) {
      output.note(words.unchanged);
      output.note(words.editorMustWait);
    } else await storeProfile(dependencies, profile, version);
    stored = true;
  } finally {
    const typed = await readFile(file).catch(() => before);
    if (stored || before.equals(typed)) await rm(folder, { recursive: true, force: true });
    else noteKept();
  }
}

async function editUntilRight(output: Output, editor: string, file: string): Promise<Profile> {
  for (;;) {
    await openEditor(editor, file);
    try {
      return parseProfile(output, await readFile(file), file);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      output.note(visible(error.message));
      await output.confirm(words.confirmAgain, false);
    }
  }
}

/**
 * Through a shell, as git does: EDITOR may hold options (`code --wait`). The file is handed over as a parameter, never as
 * text of the command.
 */
function openEditor(editor: string, file: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    const failed = (code: string) => reject(new CommandError('failure', words.editorFailed(editor, code)));
    child.on('error', ({ message }) => failed(message));
    child.on('close', (code, signal) => (code === 0 ? resolve() : failed(String(signal ?? code))));
  });
}

/**
 * Stores the profile, unless it is the stored one already; running sites notice by its version.
 * @param over the only version that it may take the place of; any without it
 * @throws CommandError `refused` when another one than `over` is stored
 */
async function storeProfile(
  { storage, clock, output }: StoreDependencies,
  profile: Profile,
  over?: number,
): Promise<void> {
  const current = await readProfile(storage.db, ADMINISTRATOR_ID);
  if (isDeepStrictEqual(current, profile)) return output.note(words.unchanged);
  const version = await saveProfile(storage.db, ADMINISTRATOR_ID, profile, clock.now(), over);
  if (version === undefined) throw new CommandError('refused', words.changedMeanwhile);
  output.note(words.saved(version));
}

/** Reads the stored profile. @throws CommandError `notFound` when there is none yet */
async function requireProfile({ storage }: StoreDependencies): Promise<Profile> {
  const profile = await readProfile(storage.reads, ADMINISTRATOR_ID);
  if (!profile) throw new CommandError('notFound', words.none);
  return profile;
}
