// npm run export: the site as files, for a host of its own beside the API's (API_URL).
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { runPinned } from './setup/install.mjs';

await runPinned(async () => {
  await ensureBuilt();
  await import('../src/start-export.ts');
});
