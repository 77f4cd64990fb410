// node scripts/check-content.mjs: the studio's own texts, prices and pictures, as the build checks them first.
import { isContentRight } from './setup/content.mjs';
import { runPinned } from './setup/install.mjs';

await runPinned(async () => {
  if (!(await isContentRight())) process.exitCode = 1;
});
