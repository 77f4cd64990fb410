// npm run check: types, lint and format, unused code. The layout rules are tests (tests/rules).
import { ensureInstalled, pinnedEnvironment } from './setup/install.mjs';
import { runScript, runStep } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  const env = pinnedEnvironment();
  await runStep('Types', 'tsc', ['--noEmit', '-p', '.'], env);
  await runStep('Style et règles', 'biome', ['check', '--error-on-warnings'], env);
  await runStep('Code inutilisé', 'knip', ['--no-progress'], env);
  await runStep('Architecture', 'vitest', ['run', 'tests/rules'], env);
});
