#!/usr/bin/env node
// npm run vitrine -- <command>: the operator's command line.
import { ensureInstalled, underPinnedNode } from './setup/install.mjs';
import { runScript } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  await import('../src/start-cli.ts');
});
