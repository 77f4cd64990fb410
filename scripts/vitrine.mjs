#!/usr/bin/env node
// npm run vitrine -- <command>: the operator's command line.
import { keepCompiled } from './setup/compiled.mjs';
import { ensureInstalled, underPinnedNode } from './setup/install.mjs';
import { runScript } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  keepCompiled();
  await import('../src/start-cli.ts');
});
