// npm run screenshots: takes pictures of every page into docs/screenshots, and the reference pictures of the tests again.
// `git diff` then shows what has changed; a commit approves it.
import { ensureBrowser } from './setup/browsers.mjs';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { pinnedEnvironment, runPinned } from './setup/install.mjs';
import { runStep } from './setup/steps.mjs';

const approved = ['screenshots', 'states'];

await runPinned(async () => {
  await ensureBrowser();
  await ensureBuilt();
  const env = pinnedEnvironment();
  await runStep('Captures pour la documentation', 'node', ['tests/visual/gallery.ts'], env);
  const args = ['test', '--project=visual', '--update-snapshots=all', ...approved];
  await runStep('Références des tests visuels', 'playwright', args, env);
});
