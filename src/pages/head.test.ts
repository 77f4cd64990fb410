import { expect, test } from 'vitest';
import { exampleProfile } from '../content/example-profile.ts';
import { identity } from '../content/identity.ts';
import { pageNames, type ShownPage } from '../routes.ts';
import { headFor } from './head.ts';

const pages = [...pageNames, 'notFound'] as const;
const heads = pages.map((page) => headFor(page as ShownPage, exampleProfile, 'https://site.example'));

test('every page has its own title and description, of a length that search results show', () => {
  expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length);
  for (const { title, description } of heads) {
    expect(title.length).toBeGreaterThanOrEqual(15);
    expect(title.length).toBeLessThanOrEqual(65);
    expect(description.length).toBeGreaterThanOrEqual(50);
    expect(description.length).toBeLessThanOrEqual(160);
  }
});

test('the canonical address is that of the site; the 404 has none', () => {
  expect(headFor('about', exampleProfile, 'https://site.example').canonical).toBe(
    'https://site.example/about',
  );
  expect(headFor('notFound', exampleProfile, 'https://site.example').canonical).toBeNull();
});

test('a long job title gives way to the studio’s name', () => {
  const profile = { ...exampleProfile, metier: 'Métier '.repeat(12) };
  const { title } = headFor('home', profile, 'https://site.example');
  expect(title).toBe(`${exampleProfile.name} – ${identity.studioName}`);
});
