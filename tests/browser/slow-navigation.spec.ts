import type { Page } from '@playwright/test';
import { twoFrames } from './display.ts';
import { displayed, expect, footerLink, hydrated, open, test } from './fixtures.ts';
import { scrollPosition, scrollToPosition } from './movement.ts';
import { holdFiles } from './network.ts';

test.use({ waitsTheSecond: true });

const follow = (page: Page, name: string) =>
  footerLink(page, name).evaluate((link: HTMLElement) => link.click());
/** Text of the notice about a slow page. */
const PAGE_LATE = 'La page se fait attendre.';

test('PAGE-1, PAGE-2: a notice says that a page is late; another press meanwhile moves nothing', async ({
  page,
}) => {
  const go = await holdFiles(page, '**/assets/privacy-page-*.js');
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await open(page, '/contact');
  await scrollToPosition(page, 400);
  await page.clock.pauseAt('2026-01-05T11:00:00');
  await follow(page, 'Politique de confidentialité');
  await page.clock.runFor(750);
  await expect(page.getByText(PAGE_LATE)).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(page.getByRole('alert').filter({ hasText: PAGE_LATE })).toBeVisible();
  await follow(page, 'Politique de confidentialité');
  await page.clock.runFor(100);
  expect(await scrollPosition(page)).toBe(400);
  go();
  await expect(page.getByRole('heading', { level: 1, name: /confidentialité/i })).toBeFocused();
  await expect(page.getByText(PAGE_LATE)).toHaveCount(0);
});

test('PAGE-2: a late page begins at its top, also when the visitor reloads meanwhile', async ({ page }) => {
  const go = await holdFiles(page, '**/assets/privacy-page-*.js');
  await open(page, '/contact');
  await scrollToPosition(page, 700);
  await follow(page, 'Politique de confidentialité');
  await expect(page).toHaveURL('/privacy');
  await page.reload({ waitUntil: 'commit' });
  go();
  await displayed(page);
  await hydrated(page);
  expect(await scrollPosition(page)).toBe(0);
});

test('PAGE-2: Back before a late page is there leaves the other where it is; Forward again too', async ({
  page,
}) => {
  await holdFiles(page, '**/assets/privacy-page-*.js');
  await open(page, '/contact');
  await scrollToPosition(page, 400);
  await follow(page, 'Politique de confidentialité');
  await expect(page).toHaveURL('/privacy');
  for (const place of [400, 300]) {
    await page.goBack();
    await expect(page).toHaveURL('/contact');
    await twoFrames(page);
    expect(await scrollPosition(page)).toBe(place);
    await scrollToPosition(page, 300);
    await page.goForward();
    await expect(page).toHaveURL('/privacy');
  }
});
