// npm run screenshots: pictures of every page into docs/screenshots, and the references of the tests taken again. What
// has changed is then seen in `git diff`, and is approved by being committed.
import { ensureBrowser } from './setup/browser.mjs';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { ensureInstalled, pinnedEnvironment, underPinnedNode } from './setup/install.mjs';
import { runScript, runStep } from './setup/steps.mjs';

const approved = ['screenshots', 'states', 'accessibility-tree'];

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  await ensureBrowser();
  await ensureBuilt();
  const env = pinnedEnvironment();
  await runStep('Captures pour la documentation', 'node', ['tests/visual/gallery.ts'], env);
  const words = ['test', '--config', 'playwright.visual.config.ts', '--update-snapshots=all', ...approved];
  await runStep('Références des tests visuels', 'playwright', words, env);
});
