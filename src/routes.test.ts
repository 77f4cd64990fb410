import { expect, onTestFinished, test, vi } from 'vitest';
import { scrollBehaviorFor } from './routes.ts';

// tests/browser/scrolling.spec.ts tries each page.
test.each([
  ['/%63ontact', 'instant'],
  ['/contact/nulle-part', 'smooth'],
] as const)('PAGE-2: entering %s scrolls to the top: %s', (path, behavior) => {
  expect(scrollBehaviorFor(path)).toBe(behavior);
});

test('PAGE-1: links, sitemap, structured data and server follow the paths of the table', async () => {
  vi.resetModules();
  // The next test file of this process must get the real table.
  onTestFinished(() => void vi.resetModules());
  const { pageNames, routes } = await import('./routes.ts');
  for (const name of pageNames) Object.assign(routes[name], { path: `/autre/${name}` });
  const { renderDocument } = await import('./start-render.tsx');
  const { plainSite, startTestServer } = await import('../tests/support/server.ts');
  const server = await startTestServer({}, false, { site: { ...plainSite, render: renderDocument } });
  const asked = ['/nulle-part', ...pageNames.map((name) => routes[name].path)];
  const documents = await Promise.all(asked.map(async (path) => (await fetch(server.url + path)).text()));
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const manifest = await (await fetch(`${server.url}/site.webmanifest`)).json();
  await server.stop();
  const links = documents.join('').matchAll(/(?:<a [^>]*?href=|action=|"(?:url|@id)":)"([^"#]+)/g);
  const addresses = [
    ...Array.from(links, ([, address = '']) => address),
    ...Array.from(sitemap.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) => address),
    manifest.start_url,
  ];
  // The build has written the links of the legal pages.
  const written = ['/licences.txt', ...(routes.privacy.path === '/privacy' ? [] : ['/privacy'])];
  const own = addresses.filter((address) => /^\/|^http:\/\/127/.test(address) && !written.includes(address));
  const paths = new Set(own.map((address) => new URL(address, server.url).pathname));
  expect([...paths].sort()).toEqual(pageNames.map((name) => routes[name].path).sort());
});
