import type { Page } from '@playwright/test';
import { holdFiles } from './delayed-files.ts';
import { twoFrames } from './display.ts';
import { expect, open, test } from './fixtures.ts';
import { scrollToPosition } from './movement.ts';

test.use({ waitsTheSecond: true });

/** What Chromium says of requests that this file holds or fails. */
const NETWORK = /net::ERR_|Failed to fetch/;
const follow = (page: Page, name: string) =>
  page
    .getByRole('contentinfo')
    .getByRole('link', { name, exact: true })
    .evaluate((link: HTMLElement) => link.click());
/** Said of a page whose files take their time. */
const PAGE_LATE = 'La page se fait attendre.';
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: PAGE_LATE });
const y = (page: Page) => page.evaluate(() => window.scrollY);

test('PAGE-2: a link followed twice while its page is awaited moves nothing', async ({ page, noise }) => {
  noise.allow(NETWORK);
  const go = await holdFiles(page, '**/assets/privacy-page-*.js');
  await open(page, '/contact');
  await scrollToPosition(page, 400);
  await follow(page, 'Politique de confidentialité');
  await expect(alert(page)).toBeVisible();
  await follow(page, 'Politique de confidentialité');
  await twoFrames(page);
  expect(await y(page)).toBe(400);
  go();
  await expect(page.getByRole('heading', { level: 1, name: /confidentialité/i })).toBeFocused();
});

test('PAGE-1: a page is said to be late once it is, and until it is there', async ({ page }) => {
  const go = await holdFiles(page, '**/assets/privacy-page-*.js');
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await open(page, '/contact');
  await page.clock.pauseAt('2026-01-05T11:00:00');
  await follow(page, 'Politique de confidentialité');
  await page.clock.runFor(750);
  await expect(page.getByText(PAGE_LATE)).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(alert(page)).toBeVisible();
  go();
  await expect(page.getByRole('heading', { level: 1, name: /confidentialité/i })).toBeVisible();
  await expect(page.getByText(PAGE_LATE)).toHaveCount(0);
});
