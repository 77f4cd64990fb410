import type { Locator, Page } from '@playwright/test';
import { identity } from '../../src/content/identity.ts';
import { holdFiles } from './delayed-files.ts';
import { shownText } from './display.ts';
import {
  arrived,
  expect,
  footerLink,
  hydrated,
  isSameDocument,
  markDocument,
  open,
  PATHS,
  test,
} from './fixtures.ts';
import { recordGraphql } from './graphql-route.ts';

declare global {
  interface Window {
    headings?: string[];
  }
}

const FRENCH = /[éèàùçêôîâ’]/;

for (const path of ['/nulle-part', '/contact/autre']) {
  test(`PAGE-1: any other path is a French 404 page with status 404 (${path})`, async ({ page, noise }) => {
    noise.expect(/^console\.error: Failed to load resource: .* 404/);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: /accueil/i })
      .first()
      .click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

for (const { path, title } of [
  { path: '/legal%2Dmention', title: 'Mentions légales' },
  { path: '/%63ontact', title: 'Parlons de votre projet' },
]) {
  test(`PAGE-1: an address with encoded letters is the same page in the browser as from the server (${path})`, async ({
    page,
  }) => {
    await page.addInitScript(recordHeadings);
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    const canonical = page.locator('link[rel=canonical]');
    const fromServer = await canonical.getAttribute('href');
    await hydrated(page);
    expect(await page.evaluate(() => window.headings)).toEqual([title]);
    expect(await canonical.getAttribute('href')).toBe(fromServer);
  });
}

/** In the page: the text of every main heading that was ever there. */
function recordHeadings(): void {
  const seen: string[] = [];
  window.headings = seen;
  new MutationObserver(() => {
    const heading = document.querySelector('h1')?.textContent;
    if (heading && seen.at(-1) !== heading) seen.push(heading);
  }).observe(document, { childList: true, subtree: true });
}

for (const path of ['/%C3%A0-propos', '/%E0']) {
  test(`PAGE-1: the 404 page stays as it is when a late bundle takes it over (${path})`, async ({
    page,
    noise,
  }) => {
    noise.expect(/^console\.error: Failed to load resource: .* 4\d\d/);
    await page.setViewportSize({ width: 1000, height: 360 });
    const arrive = await holdFiles(page, '**/assets/start-browser-*.js');
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const link = footerLink(page, 'Contact');
    await link.focus();
    const place = await page.evaluate(() => window.scrollY);
    expect(place).toBeGreaterThan(0);
    arrive();
    await hydrated(page);
    await expect(link).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(place);
  });
}

test('PAGE-1: the titles and the canonical address follow when moving between pages', async ({ page }) => {
  await open(page, '/contact');
  const contactTitle = await page.title();
  await footerLink(page, 'Mentions légales').click();
  await expect(page).toHaveURL('/legal-mention');
  await expect(page).not.toHaveTitle(contactTitle);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/legal-mention$/);
  await page.goBack();
  await expect(page).toHaveTitle(contactTitle);
});

for (const path of [...PATHS, '/nulle-part']) {
  test(`PAGE-1, PAGE-4: a French page with one h1, its own text inside main, its footer, and a skip link first (${path})`, async ({
    page,
    noise,
  }) => {
    if (path === '/nulle-part') noise.expect(/^console\.error: Failed to load resource: .* 404/);
    await open(page, path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    const main = page.getByRole('main');
    await expect(main).toHaveCount(1);
    expect(await shownText(main)).toMatch(FRENCH);
    expect((await shownText(main)).length).toBeGreaterThan(path === '/nulle-part' ? 100 : 200);
    await expect(page.getByRole('contentinfo')).toHaveCount(1);
    await expect(main.getByRole('contentinfo')).toHaveCount(0);
    // Safari would not tell VoiceOver of a list whose style takes away every mark.
    const lists = page.locator('ul, ol');
    const styles = await lists.evaluateAll((all) => all.map((list) => getComputedStyle(list).listStyleType));
    expect(styles.length).toBeGreaterThan(0);
    expect(styles).not.toContain('none');
    await page.keyboard.press('Tab');
    const skip = page.locator(':focus');
    await expect(skip).toHaveRole('link');
    await expect(skip).toHaveAccessibleName(/contenu/i);
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(main.locator(':focus').or(page.getByRole('contentinfo').locator(':focus'))).toHaveCount(1);
  });
}

const FOOTER_GROUPS = [
  {
    title: 'Utiles',
    links: [
      [identity.contactEmail, `mailto:${identity.contactEmail}`],
      [`${new URL(identity.siteAddress).host} (nouvel onglet)`, identity.siteAddress],
    ],
  },
  {
    title: 'Pages',
    links: [
      ['Accueil', '/'],
      ['Contact', '/contact'],
    ],
  },
  {
    title: 'Legals',
    links: [
      ['Mentions légales', '/legal-mention'],
      ['Politique de confidentialité', '/privacy'],
    ],
  },
];

/** The texts and targets of the links in the list that follows a heading, in order. */
function linksBelow(heading: Locator): Promise<(string | null)[][]> {
  return heading
    .locator('+ ul')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));
}

test('FOOT-1, HOME-1: every page’s footer has its blocks, its links, the copyright and the studio’s promise', async ({
  page,
  noise,
}) => {
  noise.expect(/^console\.error: Failed to load resource: .* 404/);
  for (const path of [...PATHS, '/nulle-part']) {
    await open(page, path);
    const name = await administratorName(page);
    if (path !== '/') await expect(page.getByRole('heading', { level: 1 })).not.toContainText(name);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('heading')).toHaveText(FOOTER_GROUPS.map(({ title }) => title));
    for (const { title, links } of FOOTER_GROUPS) {
      const heading = footer.getByRole('heading', { name: title, exact: true });
      expect(await linksBelow(heading), `${title}, ${path}`).toEqual(links);
    }
    await expect(footer.getByText('© 2025')).toHaveText(`© 2025 ${name}`, { useInnerText: true });
    await expect(footer.getByRole('paragraph').filter({ hasText: /^[A-ZÀ-Ý].{25,}\.$/ })).toHaveCount(1);
  }
});

async function administratorName(page: Page): Promise<string> {
  const answer = await page.request.post('/graphql', {
    data: {
      query: 'query getAdminPublicProfil($id: Int!) { getAdminPublicProfil(id: $id) { name } }',
      variables: { id: 3 },
    },
  });
  return (await answer.json()).data.getAdminPublicProfil.name;
}

test('FOOT-2: links that start with http open in a new tab and say so; the others stay in the document', async ({
  page,
}) => {
  for (const path of PATHS) {
    await open(page, path);
    const outside = page.locator('a[href^="http"]');
    expect(await outside.count()).toBeGreaterThan(0);
    for (const link of await outside.all()) {
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
      await expect(link).toHaveAccessibleName(/nouvel onglet|nouvelle fenêtre/i);
    }
    await expect(page.locator('a[href^="/"][target]')).toHaveCount(0);
  }
  await markDocument(page);
  const name = await administratorName(page);
  for (const [label, path, title] of [
    ['Accueil', '/', name],
    ['Contact', '/contact', /projet/i],
    ['Mentions légales', '/legal-mention', 'Mentions légales'],
    ['Politique de confidentialité', '/privacy', 'Politique de confidentialité'],
  ] as const) {
    await footerLink(page, label).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await isSameDocument(page), label).toBe(true);
  }
});

test('START-3: from the 404 page to the services of the home nothing is loaded anew', async ({
  page,
  noise,
}) => {
  noise.expect(/404/);
  await open(page, '/nulle-part');
  await markDocument(page);
  const sent = recordGraphql(page);
  await page.getByRole('link', { name: 'Découvrir nos services' }).click();
  await expect(page.getByRole('heading', { name: 'Nos services' })).toBeInViewport();
  await expect(page.locator('#services')).toBeFocused();
  expect(await isSameDocument(page)).toBe(true);
  expect(sent).toEqual([]);
});

test('START-3: cache-first, moving between pages asks no second time', async ({ page }) => {
  const sent = recordGraphql(page);
  await open(page, '/');
  const footer = page.getByRole('contentinfo');
  for (const [link, path] of [
    ['Contact', '/contact'],
    ['Mentions légales', '/legal-mention'],
    ['Politique de confidentialité', '/privacy'],
    ['Accueil', '/'],
  ] as const) {
    await footer.getByRole('link', { name: link, exact: true }).click();
    await arrived(page, path);
  }
  await page.goBack();
  await expect(page).toHaveURL('/privacy');
  expect(sent).toHaveLength(1);
});
