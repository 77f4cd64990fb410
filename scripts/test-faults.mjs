// npm run test:faults: every attack of tests/faults with its full numbers, an hour and more. Writes its result to
// docs/operations/faults.md; exit code 0 only when every goal held. With --sabotage, breaks copies of the site on purpose instead
// and sees that the attacks notice.
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { ensureInstalled, underPinnedNode } from './setup/install.mjs';
import { runScript } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  await ensureBuilt();
  if (process.argv.includes('--sabotage')) await import('../tests/faults/sabotage.ts');
  else await import('../tests/faults/long.ts');
});
