import config from '../../playwright.config.ts';
import { expect, open, test } from './fixtures.ts';

test('HOME-2: the drawer moves nothing of the page behind it, beside a scrollbar', async ({
  playwright,
  site,
}) => {
  // Playwright hides scrollbars; on a desktop they take space beside the page.
  const options = { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] };
  const browser = await playwright.chromium.launch(options);
  const page = await browser.newPage({ viewport: { width: 560, height: 800 } });
  await open(page, `${site.url}/about`);
  const title = page.getByRole('heading', { level: 1 });
  const place = () => title.evaluate((element) => [element.getBoundingClientRect().right, scrollY]);
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
  const before = await place();
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
  // A click of Playwright’s own would scroll first.
  await page.getByRole('button', { name: /menu/i }).dispatchEvent('click');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await place()).toEqual(before);
  await page.mouse.move(60, 400);
  await page.mouse.wheel(0, 300);
  await page.keyboard.press('PageDown');
  await page.waitForTimeout(300);
  expect(await place(), 'wheel and keys beside the drawer').toEqual(before);
  await browser.close();
});
