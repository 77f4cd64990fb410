import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageNames, routes } from '../../src/routes.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Site, startSite } from '../support/site.ts';
import { readSentPage } from './sent-page.ts';

const SITE = 'https://www.studio.example';

describe('robots.txt and sitemap.xml', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ SITE_URL: SITE });
  });
  afterAll(() => server?.stop());

  it('open everything to search engines, the API that the page needs too, and name the sitemap', async () => {
    const response = await fetch(`${server.url}/robots.txt`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await response.text()).split('\n').filter(Boolean);
    expect(lines).toEqual(['User-agent: *', 'Allow: /', `Sitemap: ${SITE}/sitemap.xml`]);
  });

  it('list every page of the route table with the day its words last changed, none in the future', async () => {
    const response = await fetch(`${server.url}/sitemap.xml`);
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const entries = [
      ...(await response.text()).matchAll(/<url><loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod><\/url>/g),
    ];
    const paths = pageNames.map((name) => new URL(routes[name].path, SITE).href);
    expect(entries.map(([, address]) => address)).toEqual(paths);
    for (const [, , day = ''] of entries) {
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
      expect(Date.parse(day)).toBeLessThanOrEqual(Date.now());
    }
  });
});

describe('the site’s sign', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site?.stop());

  const read = async (path: string) => Buffer.from(await (await fetch(site.url + path)).arrayBuffer());

  it('is there for browsers, in the sizes that the head promises', async () => {
    const { links } = await readSentPage(site.url);
    const icons = links.filter(({ rel }) => rel === 'icon' || rel === 'apple-touch-icon');
    expect(icons.map(({ href }) => href)).toEqual(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']);
    const ico = await read('/favicon.ico');
    const sides = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => ico.readUInt8(6 + 16 * index));
    expect(sides).toContain(32);
    expect(await sharp(await read('/favicon.svg')).metadata()).toMatchObject({ format: 'svg' });
    expect(await sharp(await read('/apple-touch-icon.png')).metadata()).toMatchObject({
      width: 180,
      height: 180,
    });
  });

  it('is there for phones, as the manifest says', async () => {
    const manifest = JSON.parse(String(await read('/site.webmanifest')));
    expect(manifest).toMatchObject({ lang: 'fr', start_url: '/', id: '/' });
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp(await read(src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });
});
