import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { putInPlace } from '../../scripts/put-in-place.mjs';
import { licencesPath } from '../../src/routes.ts';
import { launch, output, untilAnswers } from '../support/launched.ts';
import { ROOT, read } from '../support/root.ts';
import { freePort } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('a build replaces the one before, keeps the files of its pages, and removes files older than a month', async () => {
  const folder = await temporaryFolder();
  const [finished, place] = [join(folder, 'dist.unfinished'), join(folder, 'dist')];
  const build = (script: string, daysAgo: number) => {
    mkdirSync(join(finished, 'client/assets'), { recursive: true });
    for (const file of [script, 'shared.js']) writeFileSync(join(finished, 'client/assets', file), script);
    writeFileSync(join(finished, 'render.js'), script);
    putInPlace(finished, place);
    const made = Date.now() / 1000 - daysAgo * 86_400;
    for (const path of [`client/assets/${script}`, '.']) utimesSync(join(place, path), made, made);
    return readdirSync(join(place, 'client/assets')).sort();
  };
  expect(build('first.js', 60)).toEqual(['first.js', 'shared.js']);
  expect(build('second.js', 20)).toEqual(['first.js', 'second.js', 'shared.js']);
  expect(build('third.js', 0)).toEqual(['second.js', 'shared.js', 'third.js']);
  for (const file of ['client/assets/shared.js', 'render.js'])
    expect(readFileSync(join(place, file), 'utf8')).toBe('third.js');
  expect(readdirSync(folder)).toEqual(['dist']);
});

it('the server renders by React’s production form, whatever its environment says', () => {
  const bundle = read('dist/server/render.js');
  expect(bundle).toContain('react');
  expect(bundle).not.toMatch(/process\.env\.NODE_ENV|Check the render method/);
});

it('LEGAL-3: the licences of all that browsers get are served with it', () => {
  const licences = read(`dist/client${licencesPath}`);
  const packages = [...licences.matchAll(/^## (\S+) - /gm)].map(([, name]) => name);
  expect(packages.toSorted()).toEqual(['dompurify', 'react', 'react-dom', 'scheduler', 'valibot', 'wouter']);
  for (const words of [
    'The Figtree Project Authors',
    'The Bricolage Grotesque Project Authors',
    'MIT License',
  ])
    expect(licences).toContain(words);
  expect(licences.match(/SIL OPEN FONT LICENSE Version 1.1 - 26/g)).toHaveLength(2);
});

it('the image is built from what its context lets through, and runs with what its last stage copies', async () => {
  const [context, image] = [await temporaryFolder(), await temporaryFolder()];
  const copy = (from: string, to: string) =>
    cpSync(from, to, { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) });
  for (const [, name = ''] of read('deploy/Dockerfile.dockerignore').matchAll(/^!(.*)$/gm))
    if (existsSync(join(ROOT, name))) copy(join(ROOT, name), join(context, name));
  symlinkSync(join(ROOT, 'node_modules'), join(context, 'node_modules'));
  await output(process.execPath, ['scripts/build-site.mjs'], { cwd: context });
  const stage =
    read('deploy/Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  for (const [, from = '', to = ''] of stage.matchAll(/^COPY (?:--from=\w+ \/app\/)?(\S+) (\S+)$/gm))
    if (from === 'node_modules') symlinkSync(join(ROOT, from), join(image, to));
    else copy(join(context, from), join(image, to === './' ? from : to));
  const env = {
    PORT: `${await freePort()}`,
    DATA_DIR: join(image, 'data'),
    SITE_URL: 'https://www.exemple.fr',
  };
  const words = (line: RegExp): string[] => JSON.parse(line.exec(stage)?.[1] ?? '[]').slice(1);
  const site = launch(process.execPath, words(/^CMD (.*)$/m), { cwd: image, env });
  onTestFinished(async () => void (await site.end()));
  await untilAnswers(`http://127.0.0.1:${env.PORT}/`, site);
  await output(process.execPath, words(/^HEALTHCHECK .* CMD (.*)$/m), { cwd: image, env });
});
