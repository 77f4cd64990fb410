import { studioFolder, studioPath } from '../setup/studio-folder.mjs';
import { isFolder } from './faults.ts';

/** Returns the absolute path of the owner's folder; ends the program if there is none, as no command rewrites the example. */
export function ownFolder(): string {
  const folder = studioFolder();
  if (folder !== 'example' && isFolder(studioPath(folder))) return studioPath(folder);
  console.error('✗ Il n’y a pas encore de studio : faites d’abord « npm run make-it-yours ».');
  process.exit(1);
}
