#!/usr/bin/env node
// npm run vitrine -- <command>: the operator's command line.
import { keepCompiled } from './setup/compiled.mjs';
import { runPinned } from './setup/install.mjs';

await runPinned(async () => {
  keepCompiled();
  await import('../src/start-cli.ts');
});
