import type { Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import { identity } from '../../src/site.ts';
import { readOut } from './display.ts';
import { arrived, expect, isSameDocument, markDocument, open, test } from './fixtures.ts';
import { scrollToPosition } from './movement.ts';

const PHONE = { width: 390, height: 780 };

const burger = (page: Page) => page.getByRole('button', { name: /menu/i });
const drawer = (page: Page) => page.getByRole('dialog');

test.describe('on a small screen', () => {
  test.use({ viewport: PHONE });

  test('HOME-2: the burger opens a drawer, which keeps the focus', async ({ page }) => {
    await open(page, '/');
    await expect(drawer(page)).toBeHidden();
    await burger(page).click();
    await expect(drawer(page)).toBeVisible();
    for (const [key, ...order] of [
      ['Tab', 'Nous contacter', "L'équipe", 'Fermer le menu'],
      ['Shift+Tab', "L'équipe", 'Nous contacter', 'Fermer le menu'],
    ] as const) {
      const reached: string[] = [];
      for (let press = 0; press < 6; press += 1) {
        await page.keyboard.press(key);
        const nameOf = (each: Element) => each.ariaLabel ?? each.textContent ?? '';
        reached.push(await page.locator(':focus').evaluate(nameOf));
      }
      expect(reached, key).toEqual([...order, ...order]);
    }
    expect((await readOut(page)).some((line) => line.startsWith('contentinfo'))).toBe(false);
    await page.keyboard.press('Escape');
    for (const [way, leave] of [
      ['Escape', () => page.keyboard.press('Escape')],
      ['the backdrop', () => page.mouse.click(8, PHONE.height / 2)],
      ['its button', () => page.getByRole('button', { name: /fermer/i }).click()],
    ] as const)
      await test.step(`${way} closes it and gives the focus back`, async () => {
        await expect(drawer(page)).toBeHidden();
        await burger(page).focus();
        await page.keyboard.press('Enter');
        await expect(drawer(page)).toBeVisible();
        await leave();
        await expect(drawer(page)).toBeHidden();
        await expect(burger(page)).toBeFocused();
      });
    await burger(page).click();
    for (const line of [identity.contactEmail, identity.phone]) {
      await drawer(page).getByText(line).click();
      const taken = () => page.evaluate(() => String(getSelection()).trim());
      expect(await taken(), 'one press takes a way to write or call, whole').toBe(line);
    }
    await page.setViewportSize({ width: 1280, height: 780 });
    await page.keyboard.press('Escape');
    const first = page.getByRole('navigation').getByRole('link').first();
    await expect(first, 'the burger is gone from a window that has grown').toBeFocused();
  });

  test('HOME-2, HOME-6: the drawer closes on navigating, without reload', async ({ page }) => {
    await open(page, '/');
    await markDocument(page);
    for (const [name, path] of [
      ['Nous contacter', '/contact'],
      ["L'équipe", '/about'],
    ] as const) {
      await burger(page).click();
      await drawer(page).getByRole('link', { name }).click();
      await arrived(page, path);
      await expect(drawer(page)).toBeHidden();
    }
    // Another page has its own bar; on the same page only the click can close the drawer.
    await burger(page).click();
    await drawer(page).getByRole('link', { name: "L'équipe" }).click();
    await expect(drawer(page)).toBeHidden();
    expect(await isSameDocument(page)).toBe(true);
  });
});

test('HOME-2: beside a scrollbar nothing moves behind the drawer', async ({ playwright, site }) => {
  // Playwright hides scrollbars; on a desktop they take space beside the page.
  const options = { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] };
  const browser = await playwright.chromium.launch(options);
  const page = await browser.newPage({ viewport: { width: 560, height: 800 } });
  await open(page, `${site.url}/about`);
  const title = page.getByRole('heading', { level: 1 });
  const place = () => title.evaluate((element) => [element.getBoundingClientRect().right, scrollY]);
  await scrollToPosition(page, 600);
  const before = await place();
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
  // The event is dispatched, because a click of Playwright’s own would scroll first.
  await burger(page).dispatchEvent('click');
  await expect(drawer(page)).toBeVisible();
  expect(await place()).toEqual(before);
  await page.mouse.move(60, 400);
  await page.mouse.wheel(0, 300);
  await page.keyboard.press('PageDown');
  await page.waitForTimeout(300);
  expect(await place(), 'wheel and keys beside the drawer').toEqual(before);
  await browser.close();
});

test('HOME-2, HOME-3: a burger below 600 px, from there up two sticky links', async ({ page }) => {
  await open(page, '/');
  const links = page.getByRole('navigation').getByRole('link').filter({ visible: true });
  for (const [width, height] of [
    [320, 700],
    [599, 700],
    [600, 700],
    [1280, 700],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(burger(page)).toBeVisible({ visible: width < 600 });
    await expect(links).toHaveCount(width < 600 ? 0 : 2);
    if (width < 600) continue;
    for (const top of [0, 900, 'end'] as const) {
      if (top === 'end') await page.getByText('© 2025').scrollIntoViewIfNeeded();
      else await scrollToPosition(page, top);
      for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
    }
  }
});
