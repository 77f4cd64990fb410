// npm run bench: installs what the bench compares with, then measures. Options: bench/run.mjs.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureBrowser, installPackages } from './setup/browsers.mjs';
import { ensureBuilt } from './setup/build-when-stale.mjs';
import { ensureFolderInstalled, pinnedEnvironment, runPinned, runShown } from './setup/install.mjs';

await runPinned(async () => {
  const browser = await ensureBrowser();
  await ensureFolderInstalled('bench');
  const path = `${pinnedEnvironment().PATH}${delimiter}/usr/sbin`;
  const isThere = (/** @type {string} */ program) =>
    path.split(delimiter).some((folder) => existsSync(join(folder, program)));
  const missing = ['nginx', 'wrk'].filter((program) => !isThere(program));
  if (missing.length > 0) await installPackages('Installation des outils de mesure', missing);
  await ensureBuilt();
  const settings = { PATH: path, ...(browser && { CHROME_PATH: browser }) };
  process.exitCode = await runShown('node', ['bench/run.mjs', ...process.argv.slice(2)], settings);
});
