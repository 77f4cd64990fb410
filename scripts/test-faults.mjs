// npm run test:faults: every fault of tests/faults with its full numbers, an hour and more. Options go to Vitest: -t R8 runs one.
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { runPinned, runShown } from './setup/install.mjs';

const oneAfterTheOther = ['--no-file-parallelism', '--test-timeout=0', '--reporter=verbose'];

await runPinned(async () => {
  await ensureBuilt();
  const args = ['run', 'tests/faults', ...oneAfterTheOther, ...process.argv.slice(2)];
  process.exitCode = await runShown('vitest', args, { FAULTS: 'long' });
});
