import { expect, test } from 'vitest';
import { plainSite } from '../tests/support/server.ts';
import { routes } from './routes.ts';
import { firstProfile } from './site.ts';
import { type RenderInput, renderDocument } from './start-render.tsx';

const { assets } = plainSite;
const siteUrl = 'https://site.example';
const input: RenderInput = { path: '/', profile: firstProfile, siteUrl, apiUrl: null, assets };

const paths = [...Object.values(routes).map(({ path }) => path), '/nulle-part'];

test.each(paths)('HOME-10: projects and TechStacks are never displayed on %s', async (path) => {
  const { projects, TechStacks } = firstProfile;
  const html = await renderDocument({ ...input, path });
  for (const { name, description } of projects)
    for (const text of [name, description]) expect(html).not.toContain(text);
  for (const { technoBack } of TechStacks) expect(html).not.toContain(technoBack);
});

test('what the profile holds is text, except for the presentation that was cleaned before', async () => {
  const texts = { name: '<img src=x>"', metier: '</title><script>', presentation: '<p>Oui</p>' };
  const html = await renderDocument({ ...input, profile: { ...firstProfile, ...texts } });
  expect(html).not.toContain('<img src=x>');
  expect(html).not.toContain('</title><script>');
  expect(html).toContain('<p>Oui</p>');
});

test('FORM-7: a message that could not be stored is told, and stays in the form', async () => {
  const contactResult = { values: { message: 'Mon texte' }, errors: [], outcome: 'failed' as const };
  const html = await renderDocument({ ...input, path: '/contact', contactResult });
  expect(html).toContain('Une erreur est survenue. Veuillez réessayer plus tard.');
  expect(html).toContain('Il est toujours ci-dessous');
  expect(html).toContain('>Mon texte</textarea>');
});
