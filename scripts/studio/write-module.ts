// Writes dist/studio.js before a site in development starts; the build writes its own.
import { loadChecked, writeModule } from './load.ts';

writeModule(await loadChecked());
