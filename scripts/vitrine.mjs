#!/usr/bin/env node
// npm run vitrine -- <command>: the operator's command line.
import module from 'node:module';
import { runPinned } from './setup/install.mjs';

await runPinned(async () => {
  module.enableCompileCache();
  await import('../src/start-cli.ts');
});
