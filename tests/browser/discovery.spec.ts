import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { identity } from '../../src/content/identity.ts';
import { fixedPriceOffers, regieOffer } from '../../src/content/offers.ts';
import { type PageName, pageNames, routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { expect, test } from './fixtures.ts';

/** Pages as programs read them, before any script. */
test.use({ javaScriptEnabled: false });
/** In one worker: one site is enough. */
test.describe.configure({ mode: 'default' });

const SITE = 'https://www.studio.example';

let site: Site;
test.beforeAll(async () => {
  site = await startSite({ env: { SITE_URL: SITE } });
});
test.afterAll(() => site?.stop());

/** Gives the title of a page, its meta tags, its addresses and its structured data by type. */
async function read(page: Page, path: string) {
  await page.goto(site.url + path);
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[content]')];
    const [data] = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      (script) => JSON.parse(script.textContent ?? '') as { '@graph': { '@type': string }[] },
    );
    return {
      title: document.title,
      meta: Object.fromEntries(
        metas.map((meta) => [meta.name || (meta.getAttribute('property') ?? ''), meta.content]),
      ),
      canonical: [...document.querySelectorAll('link[rel=canonical]')].map((link) =>
        link.getAttribute('href'),
      ),
      items: Object.fromEntries(data?.['@graph'].map((item) => [item['@type'], item]) ?? []),
    };
  });
}

const TYPES: Partial<Record<PageName, string>> = { contact: 'ContactPage', about: 'AboutPage' };

test('PAGE-1: each page has a head of its own for search engines and for sharing', async ({
  page,
  request,
}) => {
  const unique = {
    description: new Set(),
    'og:title': new Set(),
    'og:image': new Set(),
    'og:image:alt': new Set(),
  };
  for (const name of pageNames) {
    const canonical = new URL(routes[name].path, SITE).href;
    const { title, meta, canonical: found, items } = await read(page, routes[name].path);
    expect(title).toMatch(/^.{15,65}$/);
    expect(meta['description']).toMatch(/^.{50,160}$/);
    expect(found).toEqual([canonical]);
    expect(meta).toMatchObject({
      robots: 'max-image-preview:large',
      'og:type': 'website',
      'og:locale': 'fr_FR',
      'og:site_name': identity.studioName,
      'og:title': title,
      'og:description': meta['description'],
      'og:url': canonical,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringMatching(/.{20}/),
      'twitter:card': 'summary_large_image',
    });
    const picture = new URL(meta['og:image'] ?? '');
    expect(picture.origin).toBe(SITE);
    expect((await request.get(site.url + picture.pathname)).headers()['content-type']).toBe('image/jpeg');
    expect(items[TYPES[name] ?? 'WebPage']).toMatchObject({ url: canonical, name: title });
    expect(items['ProfessionalService']).toMatchObject({ name: identity.studioName });
    expect('hasOfferCatalog' in (items['ProfessionalService'] ?? {})).toBe(name === 'home');
    await expect(page.getByRole('main')).toContainText(/.{200}/s);
    for (const [key, values] of Object.entries(unique)) values.add(meta[key]);
  }
  for (const values of Object.values(unique)) expect(values.size).toBe(pageNames.length);
});

test('CARD-5: the catalogue names the services and prices of the cards, and only they', async ({ page }) => {
  const { items } = await read(page, '/');
  const { itemListElement: listed } = (
    items['ProfessionalService'] as unknown as {
      hasOfferCatalog: { itemListElement: { itemOffered: { name: string }; priceSpecification: object[] }[] };
    }
  ).hasOfferCatalog;
  const offers = [regieOffer, ...fixedPriceOffers];
  expect(listed.map(({ itemOffered }) => itemOffered.name)).toEqual(offers.map(({ titre }) => titre));
  expect(listed.map(({ priceSpecification: all }) => all.length)).toEqual(
    offers.map(({ rates }) => rates.length),
  );
});

test('PAGE-1: a page that is not there is not to be indexed, and claims nothing', async ({ page, noise }) => {
  noise.expect(/404/);
  const { meta, canonical, items } = await read(page, '/nulle-part');
  expect(meta['robots']).toBe('noindex');
  expect(canonical).toEqual([]);
  expect(items).toEqual({});
  expect(Object.keys(meta).filter((key) => key.startsWith('og:'))).toEqual([]);
});

test('robots.txt and the sitemap open every page, with the day its words last changed', async ({
  request,
}) => {
  const robots = await request.get(`${site.url}/robots.txt`);
  expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const lines = (await robots.text()).split('\n').filter(Boolean);
  expect(lines).toEqual(['User-agent: *', 'Allow: /', `Sitemap: ${SITE}/sitemap.xml`]);
  const sitemap = await request.get(`${site.url}/sitemap.xml`);
  expect(sitemap.headers()['content-type']).toBe('application/xml; charset=utf-8');
  const entries = [
    ...(await sitemap.text()).matchAll(/<url><loc>([^<]+)<\/loc><lastmod>([^<]+)<\/lastmod><\/url>/g),
  ];
  const paths = pageNames.map((name) => new URL(routes[name].path, SITE).href);
  expect(entries.map(([, address]) => address)).toEqual(paths);
  for (const [, , day = ''] of entries) {
    expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    expect(Date.parse(day)).toBeLessThanOrEqual(Date.now());
  }
});

test('the icons are there for browsers and phones, in the sizes that are promised', async ({
  page,
  request,
}) => {
  const size = async (path: string) => {
    const { format, width, height } = await sharp(
      await (await request.get(site.url + path)).body(),
    ).metadata();
    return `${format} ${width}x${height}`;
  };
  await page.goto(site.url);
  const icons = page.locator('link[rel=icon], link[rel=apple-touch-icon]');
  const named = await icons.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(named).toEqual(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']);
  expect(await size('/favicon.svg')).toMatch(/^svg /);
  expect(await size('/apple-touch-icon.png')).toBe('png 180x180');
  const ico = await (await request.get(`${site.url}/favicon.ico`)).body();
  expect(Array.from({ length: ico.readUInt16LE(4) }, (_, at) => ico.readUInt8(6 + 16 * at))).toContain(32);
  const manifest = await (await request.get(`${site.url}/site.webmanifest`)).json();
  expect(manifest).toMatchObject({ lang: 'fr', start_url: '/', id: '/' });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src, sizes } of manifest.icons) expect(await size(src)).toBe(`png ${sizes}`);
});
