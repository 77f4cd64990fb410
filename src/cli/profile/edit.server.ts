import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profileWords } from '../../content/cli-profile.ts';
import { ADMINISTRATOR_ID, type Profile } from '../../profile/profile.ts';
import { readProfileVersion } from '../../profile/profiles.server.ts';
import { onStop } from '../../storage/unfinished-file.server.ts';
import { CommandError } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import type { StoreDependencies } from '../dependencies.ts';
import { shellQuote, visible } from '../safe-text.ts';
import { parseProfile, requireProfile, storeProfile } from './save.server.ts';

/**
 * Opens the operator's editor, again until the profile is right or the operator gives up (`profile edit`). What was typed and
 * could not be stored stays in its file.
 */
export async function edit(dependencies: StoreDependencies): Promise<void> {
  const { editor, output, storage } = dependencies;
  if (!output.interactive) throw new CommandError('usage', profileWords.noTerminal);
  if (!editor) throw new CommandError('usage', profileWords.noEditor);
  // Before the profile: a change between the two reads is then refused, not lost.
  const version = await readProfileVersion(storage.reads, ADMINISTRATOR_ID);
  const before = Buffer.from(`${JSON.stringify(await requireProfile(dependencies), null, 2)}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-profil-'));
  const file = join(folder, 'profil.json');
  const noteKept = () =>
    output.note(profileWords.kept(`npm run vitrine -- profile import ${shellQuote(file)}`));
  // The editor may still be open then, or have left there what it could not store.
  using _ = onStop(noteKept);
  let stored = false;
  try {
    await writeFile(file, before, { mode: 0o600 });
    const profile = await editUntilRight(dependencies, editor, file);
    if (before.equals(await readFile(file))) {
      output.note(profileWords.unchanged);
      output.note(profileWords.editorMustWait);
    } else await storeProfile(dependencies, profile, version);
    stored = true;
  } finally {
    const typed = await readFile(file).catch(() => before);
    if (stored || before.equals(typed)) await rm(folder, { recursive: true, force: true });
    else noteKept();
  }
}

async function editUntilRight({ output }: StoreDependencies, editor: string, file: string): Promise<Profile> {
  for (;;) {
    await openEditor(editor, file);
    try {
      return parseProfile(output, await readFile(file), file);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      output.note(visible(error.message));
      await confirm(output, profileWords.confirmAgain, false);
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
    const failed = (code: string) =>
      reject(new CommandError('failure', profileWords.editorFailed(editor, code)));
    child.on('error', ({ message }) => failed(message));
    child.on('close', (code, signal) => (code === 0 ? resolve() : failed(String(signal ?? code))));
  });
}
