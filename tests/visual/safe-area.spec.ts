import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { onPages } from './open-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A phone held sideways, and the parts that its camera and round corners cover, in CSS pixels. */
const SIDEWAYS = { width: 844, height: 390 };
const INSETS = { left: 47, right: 47, bottom: 21 };

test('on a phone held sideways no text is under the camera', async ({ page }) => {
  await page.setViewportSize(SIDEWAYS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
  await onPages(page, async () => expect.soft(await coveredTexts(page)).toEqual([]));
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('viewport-fit=cover');
});

/** Returns the texts that are partly covered; those for screen readers are in a box of one pixel. */
function coveredTexts(page: Page): Promise<string[]> {
  return page.evaluate((insets) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const parent = texts.currentNode.parentElement;
      const seen = parent?.checkVisibility({ visibilityProperty: true }) && parent.offsetWidth !== 1;
      for (const { left, right, width } of range.getClientRects())
        if (seen && width > 1 && (left < insets.left || right > innerWidth - insets.right))
          covered.push(`${texts.currentNode.textContent} (${left} to ${right})`);
    }
    return covered;
  }, INSETS);
}
