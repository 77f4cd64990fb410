// npm run export: the site as files, for a host of its own beside the API's (API_URL).
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { ensureInstalled, underPinnedNode } from './setup/install.mjs';
import { runScript } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  await ensureBuilt();
  await import('../src/start-export.ts');
});
