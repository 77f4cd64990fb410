import { about, contact, firstProfile, legalMention, privacy } from '../../src/site.ts';
import { homeWords } from '../../src/words/home.ts';
import { notFound } from '../../src/words/not-found.ts';
import { fontsReady } from './display.ts';
import { arrived, expect, footerLink, isSameDocument, markDocument, open, PATHS, test } from './fixtures.ts';
import { openWithout, recordGraphql } from './network.ts';

test('PAGE-1: a late bundle leaves an encoded address and the 404 page', async ({ page, noise }) => {
  noise.expect(/^console\.error: Failed to load resource: .* 4\d\d/);
  await page.setViewportSize({ width: 1000, height: 360 });
  for (const [path, title] of [
    ['/%63ontact', contact.title],
    ['/%C3%A0-propos', notFound.title],
    ['/%E0', notFound.title],
  ])
    await test.step(String(path), async () => {
      const arrive = await openWithout(page, String(path), '**/assets/start-browser-*.js');
      // The fonts have to be there, because a late one moves the text below, and the browser scrolls with it.
      await fontsReady(page);
      const head = await page.evaluate(headOfPage, '');
      const heading = await page.locator('h1').elementHandle();
      const link = footerLink(page, 'Contact');
      await link.focus();
      const place = await page.evaluate(() => window.scrollY);
      expect(place).toBeGreaterThan(0);
      await arrive();
      await expect(link).toBeFocused();
      expect(await page.evaluate(() => window.scrollY)).toBe(place);
      expect(await heading?.evaluate((element) => element.isConnected && element.textContent)).toBe(title);
      expect(await page.evaluate(headOfPage, '')).toEqual(head);
    });
});

test('PAGE-4: a skip link comes first and leads to the text; lists keep their marks', async ({ page }) => {
  for (const path of [...PATHS, '/nulle-part'])
    await test.step(path, async () => {
      await open(page, path);
      // Safari announces no list to VoiceOver if its style removes every mark.
      const lists = page.locator('ul, ol');
      const styles = await lists.evaluateAll((all) =>
        all.map((list) => getComputedStyle(list).listStyleType),
      );
      expect(styles).not.toContain('none');
      for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
      await expect(page.locator('main :focus, footer :focus')).toHaveCount(1);
    });
});

test('FOOT-2, START-3, PAGE-1, PAGE-5, STAT-1: no page is loaded anew', async ({ page, noise }) => {
  const blocked = page.waitForEvent('requestfailed');
  noise.expect(
    /script\.js net::ERR_BLOCKED_BY_CLIENT/,
    /^console\.error: .*ERR_BLOCKED_BY_CLIENT/,
    /ERR_INTERNET_DISCONNECTED/,
  );
  await page.route('**/insights/**', (route) => route.abort('blockedbyclient'));
  const sent = recordGraphql(page);
  await open(page, '/nulle-part');
  await blocked;
  await markDocument(page);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: notFound.links[0].label }).click();
  await expect(page.getByRole('heading', { name: homeWords.services.title })).toBeInViewport();
  await expect(page.locator('#services')).toBeFocused();
  for (const [label, path, title] of [
    ['Contact', '/contact', contact.title],
    ['Mentions légales', '/legal-mention', legalMention.title],
    ['Politique de confidentialité', '/privacy', privacy.title],
    ["L'équipe", '/about', about.title],
    ['Accueil', '/', firstProfile.name],
  ] as const) {
    await page.getByRole('link', { name: label, exact: true }).last().click();
    await arrived(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL('/about');
  expect(await isSameDocument(page)).toBe(true);
  expect(sent).toHaveLength(1);
});

/** In the page: gives what its head says about it, or that of a fresh document, which is only read. */
async function headOfPage(address: string): Promise<string[]> {
  const request = new XMLHttpRequest();
  request.responseType = 'document';
  request.open('GET', address);
  await new Promise((answered) => {
    request.onload = answered;
    if (address) request.send();
    else answered(null);
  });
  const { head } = request.responseXML ?? document;
  const elements = head.querySelectorAll(
    'title, meta, link:not([rel*=preload], [rel=stylesheet]), script[type]',
  );
  return Array.from(elements, (element) => element.outerHTML).sort();
}

test('PAGE-5: after each navigation the head is that of a fresh document', async ({ page, noise }) => {
  // The refusals come from the documents that are only read.
  noise.expect(/Applying inline style violates/);
  const paths = [...PATHS, '/nulle-part'];
  await open(page, '/');
  const fresh: Record<string, string[]> = {};
  for (const path of paths) fresh[path] = await page.evaluate(headOfPage, path);
  // The visitor goes from each page to each other, and back.
  for (const [index, from] of paths.entries())
    for (const path of [from, ...paths.slice(index + 1).flatMap((to) => [to, from])]) {
      const left = new URL(page.url()).pathname;
      await page.evaluate((at) => history.pushState(null, '', at), path);
      await expect.poll(() => page.evaluate(headOfPage, ''), `${left} to ${path}`).toEqual(fresh[path]);
    }
});

test('FOOT-2: the browser itself opens new tabs, and follows a link to a file', async ({ page }) => {
  await open(page, '/privacy');
  // The studio's own address is left out, because it is the site's once that is published.
  const outside = page.getByRole('contentinfo').locator('a[target=_blank]');
  await outside.evaluate((element: HTMLAnchorElement) => {
    element.href = '/contact';
  });
  const [tab] = await Promise.all([page.context().waitForEvent('page'), outside.click()]);
  await expect(tab).toHaveURL('/contact');
  await expect(page).toHaveURL('/privacy');
  const link = footerLink(page, 'Contact');
  await link.evaluate((element: HTMLAnchorElement) => {
    element.href = '/robots.txt';
  });
  await link.click();
  await expect(page.getByText('User-agent')).toBeVisible();
});
