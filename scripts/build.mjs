// npm run build: the site, when it is stale.
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { runScript } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
