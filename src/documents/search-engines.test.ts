import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictures } from '../../scripts/pictures/make-pictures.mjs';
import { loadStudio } from '../../scripts/studio/load.ts';
import { plainSite, serverForAll } from '../../tests/support/server.ts';
import { priceSpecification } from '../pages/structured-data.ts';
import { pageNames, routes } from '../routes.ts';
import { firstProfile, identity } from '../site.ts';
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

// tests/visual/references/*-markup.txt hold the whole heads of the example, that of the 404 page too.
it.each(pageNames)(
  'PAGE-1: %s has a title and a description of fit lengths, and no private address',
  async (name) => {
    const { title, meta, linked, items, text } = await read(routes[name].path);
    expect(title).toMatch(/^.{15,65}$/);
    expect(meta['description']).toMatch(/^.{50,160}$/);
    expect(linked(/^canonical$/)).toEqual([new URL(routes[name].path, SITE).href]);
    expect(JSON.stringify(items)).not.toMatch(/streetAddress|postalCode|0002:0+"|vatID/);
    expect(text.length).toBeGreaterThan(200);
  },
);

it('PAGE-1: the home is found by trade, town and name, as far as they fit', async () => {
  for (const [name, title] of [
    ['Camille Moreau', 'Développeur web et mobile à Clermont-Ferrand – Camille Moreau'],
    ['Marie-Bérengère de La Fontaine', 'Développeur web et mobile – Marie-Bérengère de La Fontaine'],
    ['Marie-Bérengère de La Fontaine-Montmorency', 'Développeur web et mobile à Clermont-Ferrand'],
  ] as const)
    expect((await read('/', { ...firstProfile, name })).title).toBe(title);
});

it('PAGE-1: search engines get register, VAT number, prices without tax and all pages elsewhere of a firm that has them', async () => {
  const links = ['https://github.com/exemple', 'https://mastodon.social/@exemple'];
  const registeredAs = { iso6523Code: '0002:732829320', vatID: 'FR44732829320' };
  Object.assign(identity, { registeredAs, hasPortrait: false });
  identity.links.push(...links.map((address) => ({ name: address, address })));
  const { items } = await read('/');
  identity.links.length = 0;
  Object.assign(identity, { registeredAs: {}, hasPortrait: true });
  expect(items['ProfessionalService']).not.toHaveProperty('founder.image');
  expect(items['ProfessionalService']).toMatchObject({ ...registeredAs, founder: { sameAs: links } });
  const untaxed = { min: 350, max: 500, taxIncluded: false };
  expect(priceSpecification(untaxed)).toMatchObject({ maxPrice: 500, valueAddedTaxIncluded: false });
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
  // src/http/answers.approved.txt holds the manifest.
  const manifest = (await server.app.inject('/site.webmanifest')).json();
  for (const { src, sizes } of manifest.icons) expect(await size(src)).toBe(`png ${sizes}`);
});
