// npm run dev: pages reload in place, the server restarts when its own files change.
import { spawn } from 'node:child_process';
import { ensureInstalled, pinnedEnvironment, underPinnedNode } from './setup/install.mjs';
import { root, runScript } from './setup/steps.mjs';

await runScript(async () => {
  await ensureInstalled();
  if (!(await underPinnedNode())) return;
  const server = spawn('node', ['--watch', '--watch-preserve-output', 'src/start-dev.ts'], {
    cwd: root,
    env: pinnedEnvironment(),
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => server.kill(signal));
  process.exitCode = await new Promise((resolve) => server.on('close', (code) => resolve(code ?? 0)));
});
