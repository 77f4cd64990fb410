// npm start: everything a fresh clone needs, then the server.
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { keepCompiled } from './setup/compiled.mjs';
import { runPinned } from './setup/install.mjs';
import { takeServerEnvironment } from './setup/server-environment.mjs';

await runPinned(async () => {
  takeServerEnvironment();
  await ensureBuilt();
  keepCompiled();
  await import('../src/start-server.ts');
});
