import type { Page } from '@playwright/test';
import { homeWords } from '../../src/words/home.ts';
import * as form from '../browser/contact-form.ts';
import { expect, follow, test } from '../browser/fixtures.ts';
import { changedPoints } from '../browser/picture.ts';
import { adoptStyle, onPages, openPage } from './open-page.ts';
import { MODES } from './pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

test('MODE-1: forced colours need no switch of the mode; controls keep their edge, and texts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await onPages(page, async (name) => {
    for (const colorScheme of MODES) {
      await page.emulateMedia({ colorScheme });
      await expect(page.getByRole('button', { name: /Activer le mode/ })).toBeHidden();
      const edges = await edgesOf(page);
      if (name === 'home') expect(edges.map((edge) => edge.name)).toContain(`A ${homeWords.seeServices}`);
      const unseen = edges.filter(({ seen }) => !seen);
      expect.soft(unseen, colorScheme).toEqual([]);
      expect.soft(await paleTexts(page), colorScheme).toEqual([]);
    }
  });
});

test("a visitor's own style sheet leaves controls their edge", async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'none' });
  await openPage(page, '/');
  await adoptStyle(page, '* { color: yellow !important; background-color: black !important }');
  for (const path of ['/contact', '/']) {
    await follow(page, path);
    const unseen = (await edgesOf(page)).filter(({ seen }) => !seen);
    expect(unseen, path).toEqual([]);
  }
});

test('forced colours tell focus, wrong field and shown slide apart', async ({ page }) => {
  await openPage(page, '/');
  const next = page.getByRole('button', { name: /suivant/i });
  await next.scrollIntoViewIfNeeded();
  await next.focus();
  const tabs = page.getByRole('tablist');
  const first = await tabs.screenshot();
  await page.keyboard.press('ArrowRight');
  const second = await tabs.screenshot();
  expect(await changedPoints(first, second, 3)).toBeGreaterThan(150);
  await follow(page, '/contact');
  await form.submit(page).click();
  const field = page.getByLabel('Sujet');
  await expect(page.getByText('Le sujet est requis').first()).toBeVisible();
  await expect(field).toBeFocused();
  expect(await field.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
});

test('forced colours show the sign of a sent message in the colour of text', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await form.sendWhileClockStands(page);
  const text = await page.locator('body').evaluate((body) => getComputedStyle(body).color);
  await expect(page.locator('section:focus > svg')).toHaveCSS('color', text);
});

/** Returns the controls, links that look like pills included, and whether they have a border that is seen. */
async function edgesOf(page: Page): Promise<{ name: string; seen: boolean }[]> {
  return page.locator('button, input, select, textarea, main a').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ element, style: getComputedStyle(element) }))
      .filter(
        ({ element, style }) =>
          element.tagName !== 'A' ||
          Number.parseFloat(style.borderTopLeftRadius) >= element.getBoundingClientRect().height / 2,
      )
      .map(({ element, style }) => ({
        name: `${element.tagName} ${element.ariaLabel ?? element.textContent}`,
        seen:
          style.borderTopStyle !== 'none' &&
          Number.parseFloat(style.borderTopWidth) >= 1 &&
          ![style.backgroundColor, 'rgba(0, 0, 0, 0)'].includes(style.borderTopColor),
      })),
  );
}

/** Returns the texts whose colour, the palette's black or white, equals their ground. */
async function paleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = getComputedStyle(document.documentElement).backgroundColor;
    const groundOf = (element: Element): string => {
      const { backgroundColor } = getComputedStyle(element);
      const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && element.parentElement;
      return isClear ? groundOf(isClear) : backgroundColor;
    };
    const isText = (node: Node) => node.nodeType === 3 && node.nodeValue?.trim();
    return [...document.querySelectorAll('body *')]
      .filter((element) => [...element.childNodes].some(isText))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => getComputedStyle(element).color === canvas && groundOf(element) === canvas)
      .map((element) => element.textContent ?? '');
  });
}
