import { pinnedEnvironment } from './install.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { digest, isStamped, writeStamp } from './stamp.mjs';
import { runStep } from './steps.mjs';

const inputs = ['src', 'public', 'vite.config.ts', 'tsconfig.json', 'scripts', 'package-lock.json'];
const stamp = 'dist/.built-from';

/** Digests all that the site is built from; the tests beside it are not. */
export function inputsDigest() {
  return digest(inputs, (path) => !/\.test\.tsx?$/.test(path));
}

/** Builds the site when anything it is made from has changed since the last build. */
export async function ensureBuilt() {
  if (!isStamped(stamp, inputsDigest())) await withSetupLock(build);
}

async function build() {
  const wanted = inputsDigest();
  // Another command may have built it while this one waited.
  if (isStamped(stamp, wanted)) return;
  await runStep('Construction du site', 'node', ['scripts/build-site.mjs'], pinnedEnvironment());
  writeStamp(stamp, wanted);
}
