// npm run dev: pages reload in place, the server restarts when its own files change.
import { runPinned, runShown } from './setup/install.mjs';

await runPinned(async () => {
  await import('./class-types.mjs');
  await runShown('node', ['--watch', '--watch-preserve-output', 'src/start-dev.ts']);
});
