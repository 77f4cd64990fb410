import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { PAGES } from './pages.ts';

interface Shift {
  value: number;
  moved: string[];
}

declare global {
  interface Window {
    layoutShifts: Shift[];
  }
}

/** Under this a score reads 0.000, as the tools that report it round. */
const NOTHING = 0.0005;

/** With the fallback in place of the fonts, the letters' widths differ by a hair: under this it reads 0.00. */
const NEXT_TO_NOTHING = 0.001;

for (const width of [390, 1280]) {
  for (const each of PAGES) {
    test(`nothing moves by itself on ${each.name} at ${width} px`, async ({ page, noise }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(recordShifts);
      await openPage(page, noise, each);
      await scrollThrough(page);
      await expectStill(page, NOTHING);
    });
  }

  test(`nothing moves on home at ${width} px when the fonts come after the display`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(recordShifts);
    const displayed = Promise.withResolvers<void>();
    await page.route(/\.woff2$/, async (route) => {
      await displayed.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('main')).toBeVisible();
    displayed.resolve();
    await page.evaluate(() => document.fonts.ready);
    await scrollThrough(page);
    await expectStill(page, NEXT_TO_NOTHING);
  });
}

async function expectStill(page: Page, bound: number): Promise<void> {
  const shifts = await page.evaluate(() => window.layoutShifts);
  const score = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(score, JSON.stringify(shifts, null, 1)).toBeLessThan(bound);
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Runs in the page: lists the shifts that no visitor's own action explains (the browser's Layout Instability entries). */
function recordShifts(): void {
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShiftEntry[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? `${node.tagName} ${node.className}` : `${node?.nodeName}`;
        return `${name} ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`;
      });
      window.layoutShifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Down to the end in steps of a screen, so that what loads late is loaded. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
}
