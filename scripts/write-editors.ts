// npm run editors: writes JSON Schemas, and the configurations of Pages CMS and Sveltia CMS, for the studio's folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { editorFiles } from './studio/editors.ts';
import { shownPath } from './studio/faults.ts';
import { ownFolder } from './studio/own-folder.ts';

for (const [path, text] of Object.entries(editorFiles(ownFolder()))) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`✓ ${shownPath(path)}`);
}
