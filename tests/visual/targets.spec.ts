import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { onPages } from './open-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const EVERY = 'a, button, input, select, textarea';
const MAIN =
  'button, input, select, textarea, header nav a, main a[href="/contact"], main a[href="/"], footer a';

/** WCAG 2.2, 2.5.8, in CSS pixels; links inside a sentence are excepted there. */
const LEAST = 24;

/** The least size of the main controls: 44 px (2.5.5). */
const LEAST_OF_MAIN = 44;

test('every target of every page can be hit: 24 px, 44 px for controls', async ({ page }) => {
  await onPages(page, async () => {
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft(await smallTargets(page, EVERY, LEAST, 'inline'), `${width} px`).toEqual([]);
      expect.soft(await smallTargets(page, MAIN, LEAST_OF_MAIN), `${width} px`).toEqual([]);
    }
  });
});

/** Returns names and sizes of smaller elements; invisible ones and links within a text, by their `display`, are left out. */
async function smallTargets(
  page: Page,
  selector: string,
  least: number,
  excepted?: string,
): Promise<string[]> {
  return page.locator(selector).evaluateAll(
    (elements, [limit, display]) =>
      elements
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .filter((element) => getComputedStyle(element).display !== display)
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width < limit || box.height < limit)
        .map(
          ({ element, box }) =>
            `${element.tagName} ${element.ariaLabel ?? element.textContent}: ${Math.round(box.width)} × ${Math.round(box.height)}`,
        ),
    [least, excepted] as const,
  );
}
