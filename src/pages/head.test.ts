import { expect, test } from 'vitest';
import { exampleProfile } from '../content/example-profile.ts';
import { identity } from '../content/identity.ts';
import { headFor } from './head.ts';
import { loadPage } from './page-chunks.ts';

test('a long job title gives way to the studio’s name', async () => {
  const profile = { ...exampleProfile, metier: 'Métier '.repeat(12) };
  const { title } = headFor('home', (await loadPage('home')).head, profile, 'https://site.example');
  expect(title).toBe(`${exampleProfile.name} – ${identity.studioName}`);
});
