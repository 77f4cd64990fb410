import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { help } from '../../content/cli.ts';
import { profileWords, profileHelp as words } from '../../content/cli-profile.ts';
import { addCommand, addGroup } from '../command-tree.server.ts';
import type { Runner, StoreDependencies } from '../dependencies.ts';
import { safeJson } from '../safe-text.ts';
import { writeResult } from '../written-file.server.ts';
import { edit } from './edit.server.ts';
import { parseProfile, requireProfile, storeProfile } from './save.server.ts';

/** Adds `profile …`. */
export function addProfile(program: Command, run: Runner): void {
  const group = addGroup(program, 'profile', words.group);
  addCommand(group, 'edit', words.edit).action(run.store(edit));
  addCommand(group, 'import', words.import)
    .argument('<fichier>', words.import.file)
    .option('--dry-run', help.dryRun)
    .action(run.store(importProfile));
  addCommand(group, 'export', words.export)
    .argument('[fichier]', words.export.file)
    .option('--force', help.replace)
    .action(run.store(exportProfile));
}

async function importProfile(
  dependencies: StoreDependencies,
  { dryRun }: { dryRun?: true },
  name: string,
): Promise<void> {
  const { output, resolvePath } = dependencies;
  const bytes = name === '-' ? await output.input() : await readFile(resolvePath(name));
  const profile = parseProfile(output, bytes, name);
  if (dryRun) output.note(profileWords.wouldSave);
  else await storeProfile(dependencies, profile);
}

async function exportProfile(
  dependencies: StoreDependencies,
  { force }: { force?: true },
  name?: string,
): Promise<void> {
  const profile = await requireProfile(dependencies);
  const file = await writeResult(dependencies, name, force, (append) => append(`${safeJson(profile)}\n`));
  if (file) dependencies.output.note(profileWords.exported(file));
}
