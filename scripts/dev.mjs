// npm run dev: pages reload in place, the server restarts when its own files change.
import { spawn } from 'node:child_process';
import { pinnedEnvironment, runPinned } from './setup/install.mjs';
import { root } from './setup/steps.mjs';

await runPinned(async () => {
  await import('./class-types.mjs');
  const server = spawn('node', ['--watch', '--watch-preserve-output', 'src/start-dev.ts'], {
    cwd: root,
    env: pinnedEnvironment(),
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => server.kill(signal));
  process.exitCode = await new Promise((resolve) => server.on('close', (code) => resolve(code ?? 0)));
});
