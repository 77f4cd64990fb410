import type { Page } from '@playwright/test';
import * as form from './contact-form.ts';
import {
  displayed,
  expect,
  footerLink,
  hydrated,
  isSameDocument,
  markDocument,
  open,
  test,
} from './fixtures.ts';
import { scrollToPosition } from './movement.ts';
import { PAGE_FAILED } from './network.ts';

test.use({ waitsTheSecond: true });

/** Errors that the console shows for a page that failed to load; React's error 520 says that it rendered once more. */
const NOT_HAD = /PageUnavailableError|Failed to fetch dynamically imported module|React error #520/;

/** The page first asks whether the server answers, and does not read that answer to its end. */
const ASKED_FIRST = /^request failed: .*\/(about|legal-mention) net::ERR_ABORTED/;

test('PAGE-1, PAGE-2, FORM-6: a page of a former release is loaded whole', async ({ page, noise }) => {
  noise.expect(/^console\.error: Failed to load resource: .* 404 .*\/about-page/);
  noise.allow(ASKED_FIRST, NOT_HAD);
  let released = false;
  await page.route('**/assets/about-page-*.js', (route) =>
    released ? route.continue() : route.fulfill({ status: 404, contentType: 'text/plain', body: '' }),
  );
  await page.route('**/about', (route) => {
    released ||= route.request().isNavigationRequest();
    return route.continue();
  });
  await open(page, '/contact');
  await form.message(page).fill('Bonjour');
  await markDocument(page);
  await scrollToPosition(page, 300);
  await page
    .getByRole('link', { name: "L'équipe" })
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1, name: /studio|équipe/i })).toBeVisible();
  expect(await isSameDocument(page)).toBe(false);
  await hydrated(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await markDocument(page);
  await footerLink(page, 'Contact').click();
  await expect(form.message(page)).toHaveValue('Bonjour');
  expect(await isSameDocument(page), 'the page that was loaded is alive').toBe(true);
});

/** By routes: `setOffline` bypasses the browser's cache, which may have the page. */
const goOffline = (page: Page) => page.route('**', (route) => route.abort('internetdisconnected'));
const goAway = (page: Page) => page.route('**', (route) => route.fulfill({ status: 502, body: '' }));

/** Tries again by the button, whose page the reload takes away during the press. */
const tryAgain = (page: Page) =>
  page
    .getByRole('button', { name: 'Réessayer' })
    .click({ noWaitAfter: true })
    .catch(() => {});
const comeOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));

for (const [what, cutOff, leave, comeBack, recover] of [
  ['offline, back', goOffline, (page: Page) => page.goBack(), (page: Page) => page.goForward(), comeOnline],
  [
    'server away, by a link',
    goAway,
    (page: Page) => footerLink(page, 'Mentions légales').click(),
    (page: Page) => page.goBack(),
    tryAgain,
  ],
] as const) {
  test(`PAGE-1, FORM-6: a page that fails to load comes later, no text is lost (${what})`, async ({
    page,
    noise,
  }) => {
    noise.expect(/ERR_INTERNET_DISCONNECTED| 502/);
    noise.allow(ASKED_FIRST, NOT_HAD, /^console\.error: (TypeError: Failed|Error: postContactForm failed)/);
    await open(page, '/legal-mention');
    await footerLink(page, 'Contact').click();
    await expect(form.email(page)).toBeVisible();
    await page.reload();
    await displayed(page);
    await hydrated(page);
    await markDocument(page);
    const values = form.validValues();
    await form.fill(page, values);
    await cutOff(page);
    await form.submit(page).click();
    await expect(form.restore(page)).toBeVisible();
    await form.fullname(page).fill('Camille');
    await leave(page);
    await expect(page.getByRole('heading', { level: 1, name: PAGE_FAILED })).toBeFocused();
    await expect(page).toHaveTitle(PAGE_FAILED);
    await expect(page).toHaveURL('/legal-mention');
    await comeBack(page);
    await expect(form.fullname(page)).toHaveValue('Camille');
    await form.restore(page).click();
    expect(await form.read(page)).toEqual(values);
    await leave(page);
    await expect(page.getByRole('heading', { level: 1, name: PAGE_FAILED })).toBeFocused();
    expect(await isSameDocument(page)).toBe(true);
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByText('Le site ne répond pas encore.')).toBeVisible();
    await page.unroute('**');
    await recover(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Mentions légales' })).toBeVisible();
    await displayed(page);
    await hydrated(page);
    await comeBack(page);
    await expect(form.email(page), 'the entry of the history is still there').toBeVisible();
  });
}
