// The five pages as they are usually written, in one bundle, into the folder given.
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { addMedia } from '../pages/media.mjs';

const [folder] = process.argv.slice(2);
await build({
  root: import.meta.dirname,
  configFile: false,
  logLevel: 'error',
  plugins: [react()],
  build: { outDir: resolve(folder), emptyOutDir: true, chunkSizeWarningLimit: 2000 },
});
addMedia(join(folder));
