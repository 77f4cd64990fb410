// Writes the floor page into the folder given.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { floorPage } from './floor-page.mjs';
import { addMedia } from './media.mjs';

const [folder] = process.argv.slice(2);
addMedia(folder);
writeFileSync(join(folder, 'index.html'), floorPage());
