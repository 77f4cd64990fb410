import type { Page } from '@playwright/test';
import { expect, PATHS, test } from './fixtures.ts';
import { openWithout } from './network.ts';

const SHEET = '**/assets/*.css';

/** Lists the place of every visible element of the page; on the home, of the first view. */
const places = (page: Page, path: string) =>
  page
    .locator(path === '/' ? 'header *, main > :first-child *' : '#root > :first-child *')
    .evaluateAll((all) =>
      all.flatMap((each) => {
        if (!each.checkVisibility()) return [];
        const { x, y, width, height } = each.getBoundingClientRect();
        return `${each.tagName} ${[x, y, width, height].map(Math.round)}`;
      }),
    );

test('PAGE-4: the own style of each page is whole: that of all pages moves nothing', async ({ page }) => {
  for (const path of [...PATHS, '/nulle-part'])
    await test.step(path, async () => {
      const arrive = await openWithout(page, path, SHEET);
      await page.evaluate(() => document.fonts.ready);
      const before = await places(page, path);
      await arrive();
      await expect(page.locator('style')).toHaveCount(0);
      expect(await places(page, path)).toEqual(before);
    });
});

test('PAGE-4: below its first view the home is never shown without style', async ({ page }) => {
  const arrive = await openWithout(page, '/#services', SHEET);
  const section = page.locator('#services');
  await expect(section).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(section).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await arrive();
  await expect(section).toBeInViewport();
  await expect(page.locator('style')).toHaveCount(0);
});

test('PAGE-4: without the style of all pages a page stays as it was rendered', async ({ page, noise }) => {
  noise.expect(/ERR_FAILED/, /^page error/);
  await page.route(SHEET, (route) => route.abort());
  await page.goto('/');
  await expect(page.locator('#services')).toBeVisible();
  await page.goto('/contact');
  await expect(page.locator('html:not([data-scripts])')).toHaveAttribute('data-gate', 'open');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accueil' }).click();
  await expect(page).toHaveURL('/');
});
