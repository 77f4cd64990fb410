// npm run test:faults: every attack of tests/faults with its full numbers, an hour and more; options in tests/faults/long.ts.
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { runPinned } from './setup/install.mjs';

await runPinned(async () => {
  await ensureBuilt();
  await import('../tests/faults/long.ts');
});
