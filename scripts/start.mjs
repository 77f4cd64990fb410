// npm start: everything a fresh clone needs, then the server.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { ensureInstalled, underPinnedNode } from './setup/install.mjs';
import { root, runScript } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  await ensureBuilt();
  keepCompiled();
  await import('../src/start-server.ts');
});

/** Otherwise each thread of each start compiles everything anew, with a compiler of its own: half of the start, and 50 MB. */
function keepCompiled() {
  const folder = join(root, 'dist', 'compiled');
  enableCompileCache(folder);
  // Threads read it from here.
  process.env['NODE_COMPILE_CACHE'] = folder;
}
