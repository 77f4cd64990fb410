import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictures } from '../../scripts/pictures/make-pictures.mjs';
import { loadStudio } from '../../scripts/studio/load.ts';
import { plainSite, serverForAll } from '../../tests/support/server.ts';
import { sharePicturePath } from '../pages/picture-files.ts';
import { type PageName, pageNames, routes } from '../routes.ts';
import { allOffers, firstProfile, identity } from '../site.ts';
import { renderDocument } from '../start-render.tsx';

const SITE = 'https://www.studio.example';

const server = serverForAll({ SITE_URL: SITE });

type Item = { '@type': string };

/** Returns a document as programs read it: title, meta tags, links by their kind, structured data by type, text. */
async function read(path: string, profile = firstProfile) {
  const { assets } = plainSite;
  const html = await renderDocument({ path, profile, siteUrl: SITE, apiUrl: null, assets });
  const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  const links = [...html.matchAll(/<link rel="([^"]+)" href="([^"]+)"/g)];
  const [, data = '{"@graph":[]}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return {
    title: /<title>(.*)<\/title>/.exec(html)?.[1] ?? '',
    meta: Object.fromEntries(Array.from(metas, ([, name, content]) => [name, content])),
    linked: (rel: RegExp) => links.filter(([, kind = '']) => rel.test(kind)).map(([, , address]) => address),
    items: Object.fromEntries(JSON.parse(data)['@graph'].map((item: Item) => [item['@type'], item])),
    text: html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll(/<[^>]*>/g, ''),
  };
}

const TYPES: Partial<Record<PageName, string>> = { contact: 'ContactPage', about: 'AboutPage' };

it.each(pageNames)('PAGE-1: %s has a head for search engines and for sharing', async (name) => {
  const canonical = new URL(routes[name].path, SITE).href;
  const { title, meta, linked, items, text } = await read(routes[name].path);
  expect(title).toMatch(/^.{15,65}$/);
  expect(meta['description']).toMatch(/^.{50,160}$/);
  expect(linked(/^canonical$/)).toEqual([canonical]);
  expect(meta).toMatchObject({
    robots: 'max-image-preview:large',
    'og:type': 'website',
    'og:locale': 'fr_FR',
    'og:site_name': identity.studioName,
    'og:title': title,
    'og:description': meta['description'],
    'og:url': canonical,
    'og:image': new URL(sharePicturePath(name), SITE).href,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': expect.stringMatching(/.{20}/),
    'twitter:card': 'summary_large_image',
  });
  expect(items[TYPES[name] ?? 'WebPage']).toMatchObject({ url: canonical, name: title });
  expect(items['ProfessionalService']).toMatchObject({
    '@id': `${SITE}/#studio`,
    name: identity.studioName,
    ...{ telephone: identity.phoneLink, email: identity.contactEmail, logo: `${SITE}/icon-512.png` },
    address: { addressLocality: identity.city, addressRegion: identity.region },
    founder: {
      '@id': `${SITE}/#person`,
      name: firstProfile.name,
      jobTitle: identity.job,
      image: `${SITE}/images/portrait-768.webp`,
    },
  });
  expect(JSON.stringify(items)).not.toMatch(/streetAddress|postalCode|0002:0+"|vatID/);
  expect('hasOfferCatalog' in items['ProfessionalService']).toBe(name === 'home');
  expect(text.length).toBeGreaterThan(200);
});

it('PAGE-1: the home is found by trade, town and name, as far as they fit', async () => {
  for (const [name, title] of [
    ['Camille Moreau', 'Développeur web et mobile à Clermont-Ferrand – Camille Moreau'],
    ['Marie-Bérengère de La Fontaine', 'Développeur web et mobile – Marie-Bérengère de La Fontaine'],
    ['Marie-Bérengère de La Fontaine-Montmorency', 'Développeur web et mobile à Clermont-Ferrand'],
  ] as const)
    expect((await read('/', { ...firstProfile, name })).title).toBe(title);
});

it('PAGE-1: search engines get register, VAT number and all pages elsewhere of a firm that has them', async () => {
  const links = ['https://github.com/exemple', 'https://mastodon.social/@exemple'];
  Object.assign(identity.registeredAs, { iso6523Code: '0002:732829320', vatID: 'FR44732829320' });
  identity.links.push(...links.map((address) => ({ name: address, address })));
  const { items } = await read('/');
  identity.links.length = 0;
  Object.assign(identity, { registeredAs: {} });
  expect(items['ProfessionalService']).toMatchObject({
    iso6523Code: '0002:732829320',
    vatID: 'FR44732829320',
    founder: { sameAs: links },
  });
});

it('PAGE-1: no two pages have the same head', async () => {
  const heads = await Promise.all(pageNames.map((name) => read(routes[name].path)));
  for (const tag of ['description', 'og:title', 'og:image', 'og:image:alt'])
    expect(new Set(heads.map(({ meta }) => meta[tag])).size, tag).toBe(pageNames.length);
});

it('PAGE-1: a page that is not there is not to be indexed, and claims nothing', async () => {
  const { meta, linked, items } = await read('/nulle-part');
  expect(meta['robots']).toBe('noindex');
  expect(linked(/^canonical$/)).toEqual([]);
  expect(items).toEqual({});
  expect(Object.keys(meta).filter((key) => key.startsWith('og:'))).toEqual([]);
});

it('CARD-5: the catalogue names the services and prices of the cards, and only they', async () => {
  const { itemListElement: listed } = (await read('/')).items['ProfessionalService'].hasOfferCatalog;
  type Listed = { itemOffered: { name: string }; priceSpecification: object[] };
  const named = listed.map((each: Listed) => [each.itemOffered.name, each.priceSpecification.length]);
  expect(named).toEqual(allOffers.map(({ titre, rates }) => [titre, rates.length]));
});

it('robots.txt and the sitemap open every page', async () => {
  const robots = await server.app.inject('/robots.txt');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.headers['cache-control']).toBe('public, max-age=86400');
  const lines = robots.body.split('\n').filter(Boolean);
  expect(lines).toEqual(['User-agent: *', 'Allow: /', `Sitemap: ${SITE}/sitemap.xml`]);
  const sitemap = await server.app.inject('/sitemap.xml');
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8');
  const entries = [...sitemap.body.matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g)];
  const addresses = pageNames.map((name) => new URL(routes[name].path, SITE).href);
  expect(entries.map(([, address]) => address)).toEqual(addresses);
});

it('the icons are there for browsers and phones, in the sizes that are promised', async () => {
  const folder = await pictures(await loadStudio('example'));
  const file = (path: string) => readFileSync(join(folder, path));
  const size = async (path: string) => {
    const { format, width, height } = await sharp(file(path)).metadata();
    return `${format} ${width}x${height}`;
  };
  const icons = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png'];
  expect((await read('/')).linked(/icon$/)).toEqual(icons);
  expect(await size('favicon.svg')).toMatch(/^svg /);
  expect(await size('apple-touch-icon.png')).toBe('png 180x180');
  const ico = file('favicon.ico');
  expect(Array.from({ length: ico.readUInt16LE(4) }, (_, at) => ico.readUInt8(6 + 16 * at))).toContain(32);
  const manifest = (await server.app.inject('/site.webmanifest')).json();
  expect(manifest).toMatchObject({ lang: 'fr', start_url: '/', id: '/' });
  const { icons: shown }: { icons: { purpose: string; sizes: string }[] } = manifest;
  const kinds = ['any 192x192', 'any 512x512', 'maskable 512x512'];
  expect(shown.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(kinds);
  for (const { src, sizes } of manifest.icons) expect(await size(src)).toBe(`png ${sizes}`);
});
