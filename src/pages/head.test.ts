import { expect, test } from 'vitest';
import { seedProfile } from '../content/profile.ts';
import { routes } from '../routes.ts';
import { headFor } from './head.ts';
import type { ShownPage } from './page-chunks.ts';

const pages = [...(Object.keys(routes) as ShownPage[]), 'notFound'] as const;
const heads = pages.map((page) => headFor(page as ShownPage, '/chemin', seedProfile, 'https://site.example'));

test('every page has its own title and description, of a length that search results show', () => {
  expect(new Set(heads.map(({ title }) => title)).size).toBe(pages.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(pages.length);
  for (const { title, description } of heads) {
    expect(title.length).toBeLessThanOrEqual(70);
    expect(description.length).toBeLessThanOrEqual(170);
  }
});

test('the canonical address is that of the site; the 404 has none', () => {
  expect(headFor('about', '/about', seedProfile, 'https://site.example').canonical).toBe(
    'https://site.example/about',
  );
  expect(headFor('notFound', '/nulle-part', seedProfile, 'https://site.example').canonical).toBeNull();
});
