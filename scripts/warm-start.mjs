// Starts the site once on an empty store and stops it again: what Node compiles then is kept in dist/compiled, and the first
// real start is as quick, and as small, as those after it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCompiled } from './setup/compiled.mjs';
import { root } from './setup/steps.mjs';

keepCompiled();
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-'));
try {
  await startOnce(dataDir);
} finally {
  rmSync(dataDir, { recursive: true });
}

/** @param {string} dataDir */
async function startOnce(dataDir) {
  const { createServices } = await import('../src/services.server.ts');
  const { readConfig } = await import('../src/config/config.server.ts');
  const { systemClock } = await import('../src/config/clock.ts');
  const { createLogger } = await import('../src/config/logger.server.ts');
  const { readBuiltSite } = await import('../src/http/built-site.server.ts');
  const site = await readBuiltSite(join(root, 'dist'));
  const config = readConfig({ DATA_DIR: dataDir });
  const services = await createServices({ config, clock: systemClock, logger: createLogger(), site });
  await services.app.inject('/');
  await services.stop();
}
