// Writes dist/studio.js before a site in development starts; the build writes its own.
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadChecked, moduleOf } from './load.ts';

mkdirSync('dist', { recursive: true });
writeFileSync('dist/studio.js', moduleOf(await loadChecked()));
