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
  test('PAGE-1, PAGE-4: a whole French document with one h1, one main, one footer', async () => {
    const html = await renderDocument({ ...input, path });
    expect(html.includes('<meta name="robots" content="noindex">')).toBe(path === '/nulle-part');
    expect(html).toMatch(/^<!doctype html><html lang="fr"/);
    for (const element of ['h1', 'main', 'footer', 'header']) {
      expect(html.match(new RegExp(`<${element}[ >]`, 'g'))).toHaveLength(1);
    }
  });

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

test('API-1: another host of the API is named in the document', async () => {
  const html = await renderDocument({ ...input, apiUrl: 'https://api.example' });
  expect(html).toContain('data-api="https://api.example/graphql"');
  expect(await renderDocument(input)).not.toContain('data-api');
});

test('FORM-7: a refused post keeps its values, as text, and shows what is wrong', async () => {
  const html = await renderDocument({
    ...input,
    path: '/contact',
    contactResult: {
      values: { fullname: '"><script>', message: 'court' },
      errors: [{ field: 'message', code: 'message-too-short' }],
    },
  });
  expect(html).toContain('<title>Erreur\u00a0: Contact');
  expect(html).toContain('Le message doit contenir au moins 10 caractères');
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(html).toContain('>court</textarea>');
});

test.each([
  ['sent', 'Merci ! Votre message a bien été envoyé.'],
  ['failed', 'Une erreur est survenue. Veuillez réessayer plus tard.'],
] as const)('FORM-7: the outcome %s is told on the page', async (outcome, text) => {
  const contactResult = { values: { message: 'Mon texte' }, errors: [], outcome };
  const html = await renderDocument({ ...input, path: '/contact', contactResult });
  expect(html).toContain(text);
  expect(html).toContain('>Mon texte</textarea>');
});
