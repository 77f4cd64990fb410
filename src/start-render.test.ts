import { describe, expect, test } from 'vitest';
import { exampleProfile } from './content/example-profile.ts';
import { routes } from './routes.ts';
import { type RenderInput, renderDocument } from './start-render.tsx';

const input: RenderInput = {
  path: '/',
  profile: exampleProfile,
  siteUrl: 'https://site.example',
  apiUrl: null,
  assets: {
    gateScript: 'gate()',
    css: 'body{}',
    entry: '/assets/entry.js',
    preloads: ['/assets/home.js'],
    fonts: ['/assets/font.woff2'],
  },
};

const paths = [...Object.values(routes).map(({ path }) => path), '/nulle-part'];

describe.each(paths)('%s', (path) => {
  test('HOME-10: projects and TechStacks are never displayed', async () => {
    const { projects, TechStacks } = exampleProfile;
    const html = await renderDocument({ ...input, path });
    for (const { name, description } of projects)
      for (const text of [name, description]) expect(html).not.toContain(text);
    for (const { technoBack } of TechStacks) expect(html).not.toContain(technoBack);
  });

  test('nothing inline but the gate and the style sheet, as the security policy demands', async () => {
    const html = await renderDocument({ ...input, path });
    expect(html).not.toMatch(/ style="| on[a-z]+="/);
    expect(html.match(/<script(?! type="application\/ld\+json")/g)).toHaveLength(1);
    expect(html.match(/<style>/g)).toHaveLength(1);
    const gate =
      '<script data-entry="/assets/entry.js" data-modules="/assets/home.js" data-fonts="/assets/font.woff2">gate()</script>';
    expect(html.indexOf(gate)).toBeGreaterThan(0);
    expect(html.indexOf(gate)).toBeLessThan(html.indexOf('<title>'));
  });
});

test('what the profile holds is text, except for the presentation that was cleaned before', async () => {
  const profile = {
    ...exampleProfile,
    name: '<img src=x>"',
    metier: '</title><script>',
    presentation: '<p>Oui</p>',
  };
  const html = await renderDocument({ ...input, profile });
  expect(html).not.toContain('<img src=x>');
  expect(html).not.toContain('</title><script>');
  expect(html).toContain('<p>Oui</p>');
});

test('FORM-7: a message that could not be stored is told, and stays in the form', async () => {
  const html = await renderDocument({
    ...input,
    path: '/contact',
    contactResult: { values: { message: 'Mon texte' }, errors: [], outcome: 'failed' },
  });
  expect(html).toContain('Une erreur est survenue. Veuillez réessayer plus tard.');
  expect(html).toContain('>Mon texte</textarea>');
});
