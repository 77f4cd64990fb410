// npm run test:engines: the main journeys in Firefox and WebKit. Exit code 0 only when they ran and passed; 2 when this
// machine has no such browsers and cannot install them: not run, hence not passed.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { ensureEngines } from './setup/engines.mjs';
import { pinnedEnvironment, runPinned } from './setup/install.mjs';
import { root } from './setup/steps.mjs';

const NOT_RUN = 2;

await runPinned(async () => {
  const missing = await ensureEngines();
  if (missing !== undefined) {
    console.error(`Parcours dans Firefox et WebKit : non exécutés. ${missing}`);
    process.exitCode = NOT_RUN;
    return;
  }
  await ensureBuilt();
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const reports = ['--reporter=default', '--reporter=json', '--outputFile.json=test-results/engines.json'];
  const args = ['run', '--config', 'vitest.engines.config.ts', ...reports, ...process.argv.slice(2)];
  const { status } = spawnSync('vitest', args, { cwd: root, env: pinnedEnvironment(), stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
