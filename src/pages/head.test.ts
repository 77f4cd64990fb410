import { expect, test } from 'vitest';
import { exampleProfile } from '../content/example-profile.ts';
import { identity } from '../content/identity.ts';
import type { Profile } from '../profile/profile.ts';
import { pageNames, routes } from '../routes.ts';
import { type Head, headFor } from './head.ts';
import { loadPage, nameAt } from './page-chunks.ts';

async function headAt(path: string, profile: Profile = exampleProfile): Promise<Head> {
  const name = nameAt(path);
  return headFor(name, (await loadPage(name)).head, profile, 'https://site.example');
}

const paths = [...pageNames.map((name) => routes[name].path), '/nulle-part'];
const heads = await Promise.all(paths.map((path) => headAt(path)));

test('every page has its own title and description, of a length that search results show', () => {
  expect(new Set(heads.map(({ title }) => title)).size).toBe(paths.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(paths.length);
  for (const { title, description } of heads) {
    expect(title.length).toBeGreaterThanOrEqual(15);
    expect(title.length).toBeLessThanOrEqual(65);
    expect(description.length).toBeGreaterThanOrEqual(50);
    expect(description.length).toBeLessThanOrEqual(160);
  }
});

test('the canonical address is that of the site; the 404 has none', async () => {
  expect((await headAt('/about')).canonical).toBe('https://site.example/about');
  expect((await headAt('/nulle-part')).canonical).toBeNull();
});

test('a long job title gives way to the studio’s name', async () => {
  const profile = { ...exampleProfile, metier: 'Métier '.repeat(12) };
  const { title } = await headAt('/', profile);
  expect(title).toBe(`${exampleProfile.name} – ${identity.studioName}`);
});
