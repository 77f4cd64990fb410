// npm run editors: writes JSON Schemas and the configurations of Pages CMS and Sveltia CMS for the studio's folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { studioFolder, studioPath } from './setup/studio-folder.mjs';
import { editorFiles } from './studio/editors.ts';
import { isFolder, shownPath } from './studio/faults.ts';

const folder = studioFolder();
if (folder === 'example' || !isFolder(studioPath(folder))) {
  console.error('✗ Il n’y a pas encore de studio : faites d’abord « npm run make-it-yours ».');
  process.exit(1);
}
for (const [path, text] of Object.entries(editorFiles(studioPath(folder)))) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`✓ ${shownPath(path)}`);
}
