import { readFileSync } from 'node:fs';
import { cp, mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launch, output, untilAnswers } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const read = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8');

/** The words of an instruction in exec form: `CMD ["node", "src/…"]`. */
const words = (stage: string, instruction: string): string[] =>
  JSON.parse(new RegExp(`^${instruction}.*?(\\[.+\\])$`, 'm').exec(stage)?.[1] ?? '[]');

/** Makes a folder with what a stage copies from the project, and the packages that it installs. */
async function folderOf(stage: string): Promise<string> {
  // Signs that mean something else in addresses and patterns: some tools would look for another folder.
  const folder = join(await temporaryFolder(), 'Mon%20Site [1]');
  await mkdir(folder);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [, names = ''] of stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const name of names.split(' ')) {
      expect(read('Dockerfile.dockerignore').split('\n')).toContain(`!${name}`);
      await cp(join(ROOT, name), join(folder, name), { recursive: true });
    }
  return folder;
}

it('what the Dockerfile copies is enough to build the site, to serve it, and to ask whether it lives', async () => {
  const [, , build = '', image = ''] = read('Dockerfile').split(/^FROM /m);
  const [builder, app] = [await folderOf(build), await folderOf(image)];
  await output('node', ['scripts/build-site.mjs'], { cwd: builder });
  await rename(join(builder, 'dist'), join(app, 'dist'));
  const port = await freePort();
  const env = { PATH: process.env['PATH'], PORT: `${port}`, DATA_DIR: await temporaryFolder() };
  const [program = '', ...args] = words(image, 'CMD');
  const site = launch(program, args, { cwd: app, env });
  onTestFinished(async () => void (await site.end()));
  await untilAnswers(`http://127.0.0.1:${port}/contact`, site);
  const [check = '', ...path] = words(image, 'HEALTHCHECK');
  const asks = { cwd: app, env: { ...env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' } };
  await output(check, path, asks);
  await site.end();
  await expect(output(check, path, asks)).rejects.toThrow();
});
