import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { openWholePage } from './open-page.ts';
import { PAGES } from './pages.ts';

/** A phone held sideways, and the parts that its camera and round corners cover, in CSS pixels. */
const SIDEWAYS = { width: 844, height: 390 };
const INSETS = { left: 47, right: 47, bottom: 21 };

for (const each of PAGES) {
  test(`on a phone held sideways no text of ${each.name} is under the camera`, async ({ page }) => {
    await page.setViewportSize(SIDEWAYS);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
    await openWholePage(page, each.path);
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('viewport-fit=cover');
    expect(await coveredTexts(page)).toEqual([]);
  });
}

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
