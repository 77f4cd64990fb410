// npm run test:faults: every attack of tests/faults with its full numbers, an hour and more. Writes its result to
// docs/operations/faults.md; exit code 0 only when every goal held. With --sabotage, breaks copies of the site on purpose instead
// and sees that the attacks notice.
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { runPinned } from './setup/install.mjs';

await runPinned(async () => {
  await ensureBuilt();
  if (process.argv.includes('--sabotage')) await import('../tests/faults/sabotage.ts');
  else await import('../tests/faults/long.ts');
});
