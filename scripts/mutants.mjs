// npm run mutants: changes the rules, the outbox, retention and the gate in small ways, and tells which changes no test notices.
// Its tools are installed apart, in mutation/, and take some minutes; docs/mutation-testing.md reads the result.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, pinnedEnvironment, underPinnedNode } from './setup/install.mjs';
import { root, runScript, runStep } from './setup/steps.mjs';

const stryker = 'mutation/node_modules/@stryker-mutator/core/bin/stryker.js';

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  const env = pinnedEnvironment();
  if (!existsSync(join(root, stryker))) {
    await runStep(
      'Installation des outils de mutation',
      'npm',
      ['ci', '--prefix', 'mutation', '--no-audit', '--no-fund'],
      env,
    );
  }
  const words = [stryker, 'run', 'mutation/stryker.config.mjs', ...process.argv.slice(2)];
  console.log(await runStep('Mutations', 'node', words, env));
});
