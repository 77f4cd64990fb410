import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharePicturePath } from '../../src/pages/document/share-picture.ts';
import { pageNames, routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ door: 'src/start-dev.ts' });
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
    const { width, height } = await sharp(await picture.arrayBuffer()).metadata();
    expect({ width, height }, name).toEqual({ width: 1200, height: 630 });
  }
}, 60_000);

it('while developing too, a store that cannot be used is explained', async () => {
  const start = startSite({ door: 'src/start-dev.ts', dataDir: '/dev/null/data' });
  await expect(start).rejects.toThrow(/code 1:\n(?!.*^ +at )/ms);
  await expect(start).rejects.toThrow('/dev/null/data');
}, 60_000);
