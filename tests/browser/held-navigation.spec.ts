import type { Page } from '@playwright/test';
import { expect, isSameDocument, markDocument, open, test } from './fixtures.ts';
import { holdFiles, PAGE_FAILED, PAGE_LATE } from './held-files.ts';
import { scrollToPosition } from './movement.ts';

test.use({ waitsTheSecond: true });

/** What Chromium says of requests that this file holds or fails. */
const NETWORK = /net::ERR_|Failed to fetch/;
const follow = (page: Page, name: string) =>
  page
    .getByRole('contentinfo')
    .getByRole('link', { name, exact: true })
    .evaluate((link: HTMLElement) => link.click());
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const y = (page: Page) => page.evaluate(() => window.scrollY);

test('PAGE-2: a link that is followed twice while its page is awaited moves nothing', async ({
  page,
  noise,
}) => {
  noise.allow(NETWORK);
  const go = await holdFiles(page, '**/assets/privacy-page-*.js');
  await open(page, '/contact');
  await scrollToPosition(page, 400);
  await follow(page, 'Politique de confidentialité');
  await expect(alert(page, PAGE_LATE)).toBeVisible();
  await follow(page, 'Politique de confidentialité');
  await page.waitForTimeout(500);
  expect(await y(page)).toBe(400);
  go();
  await expect(page.getByRole('heading', { level: 1, name: /confidentialité/i })).toBeFocused();
});

test('PAGE-1: nothing is said of a page before it is late, and nothing any more once it is there', async ({
  page,
}) => {
  const go = await holdFiles(page, '**/assets/privacy-page-*.js');
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await open(page, '/contact');
  await page.clock.pauseAt('2026-01-05T11:00:00');
  await follow(page, 'Politique de confidentialité');
  await page.clock.runFor(750);
  await expect(page.getByText(PAGE_LATE)).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(alert(page, PAGE_LATE)).toBeVisible();
  go();
  await expect(page.getByRole('heading', { level: 1, name: /confidentialité/i })).toBeVisible();
  await expect(page.getByText(PAGE_LATE)).toHaveCount(0);
});

test('PAGE-1: that a page cannot be had is still said once the menu is closed', async ({ page, noise }) => {
  noise.allow(NETWORK);
  await page.setViewportSize({ width: 390, height: 844 });
  const go = await holdFiles(page, '**/assets/legal-mention-page-*.js');
  await open(page, '/contact');
  await follow(page, 'Mentions légales');
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  await page.context().setOffline(true);
  go('fail');
  await expect(page.getByText(PAGE_FAILED)).toHaveCount(1);
  await page.getByRole('button', { name: 'Fermer le menu' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(alert(page, PAGE_FAILED)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText(PAGE_FAILED)).toHaveCount(0);
});

test('PAGE-1: that a page is late is not taken back by a click, an earlier failure or not', async ({
  page,
  noise,
}) => {
  noise.allow(NETWORK);
  await holdFiles(page, '**/assets/contact-page-*.js');
  await open(page, '/legal-mention');
  await page.context().setOffline(true);
  await follow(page, 'Politique de confidentialité');
  await expect(alert(page, PAGE_FAILED)).toBeVisible();
  await page.context().setOffline(false);
  await page.evaluate(() => history.pushState(null, '', '/contact'));
  await expect(alert(page, PAGE_LATE)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.waitForTimeout(300);
  await expect(alert(page, PAGE_LATE)).toBeVisible();
});

test('PAGE-1, FORM-6: a script that fails once is asked for again, and what is typed is kept', async ({
  page,
  noise,
}) => {
  noise.allow(NETWORK);
  let asked = 0;
  await page.route('**/assets/privacy-page-*.js', (route) =>
    asked++ ? route.continue() : route.abort('failed'),
  );
  await open(page, '/contact');
  await markDocument(page);
  await page.locator('textarea').fill('Bonjour');
  await follow(page, 'Politique de confidentialité');
  await expect(page.getByRole('heading', { level: 1, name: /confidentialité/i })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  await page.goBack();
  await expect(page.locator('textarea')).toHaveValue('Bonjour');
});
