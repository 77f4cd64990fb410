import { expect, test } from '../browser/fixtures.ts';
import { openPage } from './open-page.ts';
import { PAGES } from './pages.ts';

interface Shift {
  value: number;
  /** Milliseconds since the navigation began. */
  at: number;
  moved: string[];
}

declare global {
  interface Window {
    layoutShifts: Shift[];
  }
}

/** Later than the display, which comes about 1.1 s after the navigation on a fast server. */
const FONTS_LATE_MS = 1600;

for (const width of [390, 1280]) {
  for (const each of PAGES) {
    test(`nothing moves by itself on ${each.name} at ${width} px, even when the fonts come after the display`, async ({
      page,
      noise,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(recordShifts);
      await page.route(/\.woff2$/, async (route) => {
        await new Promise((done) => setTimeout(done, FONTS_LATE_MS));
        await route.continue();
      });
      await openPage(page, noise, each);
      await page.evaluate(() => document.fonts.ready);
      await scrollThrough(page);
      expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
    });
  }
}

/** Runs in the page: lists the shifts that no visitor's own action explains (the browser's Layout Instability entries). */
function recordShifts(): void {
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as LayoutShiftEntry[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? `${node.tagName} ${node.className}` : `${node?.nodeName}`;
        return `${name} ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`;
      });
      window.layoutShifts.push({ value: entry.value, at: Math.round(entry.startTime), moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Down to the end in steps of a screen, so that what loads late is loaded. */
async function scrollThrough(page: import('@playwright/test').Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
}
