// npm run upgrade-studio [-- --yes]: adds and renames fields in the studio's folder to match this version.
// npm run upgrade-studio -- --back: exchanges the files with those from before the last change.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createAsker } from './studio/ask.ts';
import { filesIn } from './studio/faults.ts';
import { ownFolder } from './studio/own-folder.ts';
import { upgraded } from './studio/upgrade.ts';

const values = readWords();
const folder = ownFolder();
const kept = join(folder, '.avant');
const source = values.back ? kept : folder;
/** Folder of the new files, which git compares with the present ones. */
const next = mkdtempSync(join(tmpdir(), 'studio-'));
process.on('exit', () => rmSync(next, { recursive: true, force: true }));

const changed = filesIn(source).filter((name) => {
  if (!name.endsWith('.yaml')) return false;
  const former = readText(join(folder, name));
  const text = values.back ? readText(join(kept, name)) : upgraded(name, former);
  if (text !== former) writeFileSync(join(next, name), text);
  return text !== former;
});
if (changed.length === 0)
  console.log(values.back ? 'Rien à reprendre.' : '✓ Votre studio a tous les champs de cette version.');
else {
  for (const name of changed)
    spawnSync(
      'git',
      ['--no-pager', 'diff', '--no-index', '--no-color', '--', join(folder, name), join(next, name)],
      {
        stdio: 'inherit',
      },
    );
  if (values.yes || (await isWanted())) write();
}

function readWords() {
  try {
    return parseArgs({ options: { yes: { type: 'boolean' }, back: { type: 'boolean' } } }).values;
  } catch {
    console.error(
      '✗ Cette commande se tape\u00a0: npm run upgrade-studio, ou npm run upgrade-studio -- --back',
    );
    process.exit(2);
  }
}

async function isWanted(): Promise<boolean> {
  const { ask, close } = createAsker();
  const answer = await ask('Écrire ces changements ? (oui ou non) ');
  close();
  return answer?.trim() === 'oui';
}

function write(): void {
  const former = mkdtempSync(join(folder, '.avant-'));
  // If the folder is a repository, git must ignore these files.
  writeFileSync(join(former, '.gitignore'), '*\n');
  for (const name of changed)
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(former, name));
  cpSync(next, folder, { recursive: true });
  rmSync(kept, { recursive: true, force: true });
  renameSync(former, kept);
  console.log('✓ Écrit. Pour revenir : npm run upgrade-studio -- --back');
}

function readText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
