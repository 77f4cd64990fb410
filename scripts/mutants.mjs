// npm run mutants: changes the rules, the outbox, retention and the gate in small ways, and tells which changes no test notices.
// Its tools are installed apart, in mutation/, and take some minutes.
import { ensureFolderInstalled, pinnedEnvironment, runPinned } from './setup/install.mjs';
import { runStep } from './setup/steps.mjs';

const stryker = 'mutation/node_modules/@stryker-mutator/core/bin/stryker.js';

await runPinned(async () => {
  await ensureFolderInstalled('mutation');
  const args = [stryker, 'run', 'mutation/stryker.config.mjs', ...process.argv.slice(2)];
  console.log(await runStep('Mutations', 'node', args, pinnedEnvironment()));
});
