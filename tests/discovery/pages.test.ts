import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identity } from '../../src/content/identity.ts';
import { fixedPriceOffers, regieOffer } from '../../src/content/offers.ts';
import { formatAmount } from '../../src/content/prices.ts';
import { type PageName, pageNames, routes } from '../../src/routes.ts';
import { type Site, startSite } from '../support/site.ts';
import { readSentPage, type SentPage } from './sent-page.ts';

const SITE = 'https://www.studio.example';

let site: Site;
const pages = new Map<PageName, SentPage>();

beforeAll(async () => {
  site = await startSite({ env: { SITE_URL: SITE } });
  for (const name of pageNames) pages.set(name, await readSentPage(`${site.url}${routes[name].path}`));
});
afterAll(() => site?.stop());

function sent(name: PageName): SentPage {
  const page = pages.get(name);
  if (!page) throw new Error(`The page ${name} was not read.`);
  return page;
}

type Item = Record<string, unknown> & { '@type': string };

/** The items of a page's structured data, by type. */
function itemsOf(name: PageName): Map<string, Item> {
  const [data] = sent(name).data as [{ '@graph': Item[] }];
  return new Map(data['@graph'].map((item) => [item['@type'], item]));
}

describe.each(pageNames)('%s', (name) => {
  const canonical = new URL(routes[name].path, SITE).href;

  it('has a title and a description of the length that search results show', () => {
    const { status, title, meta } = sent(name);
    expect(status).toBe(200);
    expect(title).toMatch(/^.{15,65}$/);
    expect(meta.get('description')).toMatch(/^.{50,160}$/);
  });

  it('says where it is, and may be indexed', () => {
    const { links, meta } = sent(name);
    expect(links.filter(({ rel }) => rel === 'canonical').map(({ href }) => href)).toEqual([canonical]);
    expect(meta.get('robots')).toBe('max-image-preview:large');
    expect(sent(name).html).toMatch(/^<!doctype html><html lang="fr"/);
  });

  it('is shared with its title, its words and a picture of its own', async () => {
    const { title, meta } = sent(name);
    expect(Object.fromEntries(meta)).toMatchObject({
      'og:type': 'website',
      'og:locale': 'fr_FR',
      'og:site_name': identity.studioName,
      'og:title': title,
      'og:description': meta.get('description'),
      'og:url': canonical,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    });
    expect(meta.get('og:image:alt')?.length).toBeGreaterThan(20);
    const address = new URL(meta.get('og:image') ?? '');
    expect(address.origin).toBe(SITE);
    const picture = await fetch(`${site.url}${address.pathname}`);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
  });

  it('has its place in the site, and the same name and address in the structured data', () => {
    const type = { contact: 'ContactPage', about: 'AboutPage' }[name as string] ?? 'WebPage';
    const items = itemsOf(name);
    expect(items.get(type)).toMatchObject({ url: canonical, name: sent(name).title });
    expect(items.get('ProfessionalService')).toMatchObject({ name: identity.studioName });
  });

  it('has its words in the document, before any script', () => {
    expect(sent(name).text.length).toBeGreaterThan(400);
    expect(sent(name).html).not.toMatch(/<main[^>]* hidden/);
  });
});

it('no two pages have the same title, description or picture', () => {
  for (const read of ['description', 'og:title', 'og:image', 'og:image:alt']) {
    expect(new Set(pageNames.map((name) => sent(name).meta.get(read))).size, read).toBe(pageNames.length);
  }
});

it('the catalogue names the services and prices that the home shows, and only they', () => {
  const { text } = sent('home');
  const catalogue = itemsOf('home').get('ProfessionalService')?.['hasOfferCatalog'];
  const json = JSON.stringify(catalogue);
  for (const { titre } of [regieOffer, ...fixedPriceOffers]) {
    expect(json).toContain(JSON.stringify(titre));
    expect(text).toContain(titre);
  }
  const figures = [...json.matchAll(/"(?:price|minPrice|maxPrice)":(\d+)/g)].map(([, figure]) =>
    Number(figure),
  );
  const rates = [regieOffer, ...fixedPriceOffers].flatMap((offer) => offer.rates);
  const amounts = rates.flatMap(({ min, max = min }) => (min === max ? [min] : [min, max]));
  expect(figures.sort()).toEqual(amounts.sort());
  for (const figure of figures) expect(text).toContain(formatAmount(figure));
});

it('pages without prices have no catalogue', () => {
  for (const name of pageNames.slice(1))
    expect(JSON.stringify(sent(name).data)).not.toContain('OfferCatalog');
});

it('a page that is not there is not to be indexed, and claims nothing', async () => {
  const page = await readSentPage(`${site.url}/nulle-part`);
  expect(page.status).toBe(404);
  expect(page.meta.get('robots')).toBe('noindex');
  expect(page.links.filter(({ rel }) => rel === 'canonical')).toEqual([]);
  expect(page.data).toEqual([]);
  expect([...page.meta.keys()].filter((key) => key.startsWith('og:'))).toEqual([]);
});
