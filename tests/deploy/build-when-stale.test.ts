import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { checkOut } from './checkout.ts';

const inputs = ['src', 'public', 'vite.config.ts', 'tsconfig.json', 'scripts', 'package-lock.json'];

it('a change of what the site is built from makes the build stale, a change of a test beside it does not', async () => {
  const { dir, remove } = await checkOut(inputs);
  onTestFinished(remove);
  const module = pathToFileURL(join(dir, 'scripts/setup/build-when-stale.mjs')).href;
  const { inputsDigest } = (await import(module)) as { inputsDigest(): string };
  const built = inputsDigest();
  await appendFile(join(dir, 'src/start-server.test.ts'), '// Changed.\n');
  await writeFile(join(dir, 'src/new.test.tsx'), '');
  expect(inputsDigest()).toBe(built);
  const digests = new Set([built]);
  for (const file of ['src/routes.ts', 'vite.config.ts', 'tsconfig.json', 'public/favicon.svg']) {
    await appendFile(join(dir, file), '\n');
    digests.add(inputsDigest());
  }
  expect(digests.size).toBe(5);
});
