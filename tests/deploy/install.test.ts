import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkOut } from './checkout.ts';
import { launch, operatorEnvironment } from './launched.ts';

/** An npm that notes its words and installs nothing, as one that refuses installation scripts leaves Node out. */
async function npmThatInstallsNothing(): Promise<{ folder: string; words: () => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-npm-'));
  const noted = join(folder, 'words');
  await writeFile(join(folder, 'npm'), `#!/bin/sh\necho "$@" > '${noted}'\n`);
  await chmod(join(folder, 'npm'), 0o755);
  return { folder, words: () => readFileSync(noted, 'utf8') };
}

it('a first installation takes what the build needs whatever NODE_ENV says, and is not taken for done without Node', async () => {
  const [checkout, npm] = [await checkOut(), await npmThatInstallsNothing()];
  onTestFinished(async () => {
    await checkout.remove();
    await rm(npm.folder, { recursive: true });
  });
  const env = {
    ...operatorEnvironment(),
    NODE_ENV: 'production',
    PATH: `${npm.folder}${delimiter}${process.env['PATH']}`,
  };
  const build = launch(process.execPath, ['scripts/build.mjs'], { cwd: checkout.dir, env });
  await expect.poll(() => build.process.exitCode, { timeout: 20_000 }).toBe(1);
  expect(npm.words()).toMatch(/^ci --include=dev /);
  expect(build.output()).toMatch(/ignore-scripts/);
  expect(existsSync(join(checkout.dir, 'node_modules/.installed-from'))).toBe(false);
});
