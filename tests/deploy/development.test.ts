import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentPolicy } from '../../src/http/security-headers.server.ts';
import { sharePicturePath } from '../../src/pages/picture-files.ts';
import { insightsScriptPath, pageNames, routes, sanitizerPath } from '../../src/routes.ts';
import { output } from '../support/launched.ts';
import { ROOT } from '../support/root.ts';
import { type Site, startSite } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ entryPoint: 'src/start-dev.ts' });
});
afterAll(() => site?.stop());

it('while developing, every page is there with its share picture', async () => {
  for (const name of pageNames) {
    const page = await fetch(site.url + routes[name].path, { headers: { accept: 'text/html' } });
    expect(page.status, name).toBe(200);
    const html = await page.text();
    expect(html, name).toContain(sharePicturePath(name));
    const picture = await fetch(site.url + sharePicturePath(name));
    expect(picture.headers.get('content-type'), name).toBe('image/jpeg');
  }
});

it('while developing, documents have the same policy, but for what Vite’s client needs', async () => {
  const { headers } = await fetch(site.url, { headers: { accept: 'text/html' } });
  const directives = (policy: string) => policy.replace(/'sha256-[^']+'/g, 'digest').split('; ');
  const built = documentPolicy({ inlineScripts: ['gate', 'vite'], inlineStyles: ['css'], apiUrl: undefined });
  const served = directives(headers.get('content-security-policy') ?? '');
  expect(served.filter((each) => !directives(built).includes(each))).toEqual([
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self' ws:",
  ]);
  expect(served).toHaveLength(directives(built).length);
});

it('while developing, browsers get the scripts beside the bundle, and the studio’s values', async () => {
  const door = await (await fetch(`${site.url}/src/site.ts`)).text();
  const [, values = ''] = /from "([^"]+)"/.exec(door) ?? [];
  for (const path of [insightsScriptPath, sanitizerPath, values]) {
    const script = await fetch(new URL(path, site.url));
    expect(script.headers.get('content-type'), path).toContain('javascript');
  }
});

it('a start after that builds again: the studio’s values of the build are gone', async () => {
  const cwd = await temporaryFolder();
  mkdirSync(join(cwd, 'dist'));
  writeFileSync(join(cwd, 'dist/.built-from'), 'inputs');
  await output(process.execPath, [join(ROOT, 'scripts/studio/write-module.ts')], { cwd });
  expect(readdirSync(join(cwd, 'dist'))).toEqual(['studio.js']);
});

it('while developing too, a store that cannot be used is explained', async () => {
  const start = startSite({ entryPoint: 'src/start-dev.ts', dataDir: '/dev/null/data' });
  await expect(start).rejects.toThrow(/code 1:\n(?!.*^ +at )/ms);
  await expect(start).rejects.toThrow('/dev/null/data');
});
