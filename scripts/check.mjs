// npm run check: types, lint and format, unused code, and the layout rules, which are tests (tests/rules).
import { ensureInstalled, pinnedEnvironment } from './setup/install.mjs';
import { staticChecks } from './setup/static-checks.mjs';
import { runScript, runStep } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  const env = pinnedEnvironment();
  for (const [title, command, args] of staticChecks) await runStep(title, command, args, env);
  await runStep('Architecture', 'vitest', ['run', 'tests/rules'], env);
});
