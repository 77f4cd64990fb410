// Writes dist/studio.js before a site in development starts; a build writes its own.
import { loadChecked, writeModule } from './load.ts';

writeModule(await loadChecked());
