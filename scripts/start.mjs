// npm start: everything a fresh clone needs, then the server.
import module from 'node:module';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { runPinned } from './setup/install.mjs';

await runPinned(async () => {
  await ensureBuilt();
  module.enableCompileCache();
  await import('../src/start-server.ts');
});
