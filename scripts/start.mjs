// npm start: everything a fresh clone needs, then the server.
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { keepCompiled } from './setup/compiled.mjs';
import { ensureInstalled, underPinnedNode } from './setup/install.mjs';
import { runScript } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  await ensureBuilt();
  keepCompiled();
  await import('../src/start-server.ts');
});
