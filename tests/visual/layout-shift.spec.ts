import type { Page } from '@playwright/test';
import { fontsReady, twoFrames } from '../browser/display.ts';
import { expect, open, test } from '../browser/fixtures.ts';
import { onOperation, openWithout } from '../browser/network.ts';
import { PAGES } from './pages.ts';

test.use({ waitsTheSecond: true });

type Shift = { value: number; moved: string[] };

declare global {
  interface Window {
    layoutShifts: Shift[];
  }
}

/** A score below this rounds to 0.000. */
const NOTHING = 0.0005;

/** A word changes its line, and the bar's links get 16 px wider together; a good score is five times this (0.1). */
const NEXT_TO_NOTHING = 0.02;

/** The other pages have no pictures. */
const WITH_PICTURES = ['home', 'about', 'not-found'];

for (const width of [390, 1280]) {
  test(`nothing moves by itself on any page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(recordShifts);
    await answerAfterFonts(page);
    for (const { name, path } of PAGES)
      await test.step(name, async () => {
        await open(page, path);
        await scrollThrough(page);
        await expectStill(page, NOTHING);
      });
  });
}

test('fonts that come after the display move next to nothing on home', async ({ page }) => {
  await page.addInitScript(recordShifts);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const arrive = await paintWithout(page, '/', /\.woff2$/);
    await arrive();
    await fontsReady(page);
    await scrollThrough(page);
    await expectStill(page, NEXT_TO_NOTHING);
  }
});

test('a picture that comes late moves nothing', async ({ page }) => {
  await page.addInitScript(recordShifts);
  await answerAfterFonts(page);
  for (const { name, path } of PAGES.filter((each) => WITH_PICTURES.includes(each.name)))
    await test.step(name, async () => {
      const arrive = await paintWithout(page, path, /\/images\//);
      const height = () => page.evaluate(() => document.documentElement.scrollHeight);
      const before = await height();
      await arrive();
      await scrollThrough(page);
      const pictures = page.locator('main img:visible, header img:visible');
      expect(await pictures.count()).toBeGreaterThan(0);
      const widths = () =>
        pictures.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth));
      await expect.poll(widths).not.toContain(0);
      expect(await height()).toBe(before);
      await expectStill(page, NOTHING);
    });
});

/** Opens a page and holds these files back until the returned function is called: the page is painted without them. */
async function paintWithout(page: Page, path: string, files: RegExp): Promise<() => Promise<void>> {
  const arrive = await openWithout(page, path, files);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await twoFrames(page);
  return arrive;
}

/** Delays the profile, and with it the second of START-1, until the fonts have arrived; a slow machine gets them later. */
async function answerAfterFonts(page: Page): Promise<void> {
  await onOperation(page, 'getAdminPublicProfil', async (route) => {
    await page.waitForFunction(() => {
      const preloaded = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')];
      const come =
        preloaded.length > 0 && preloaded.every(({ href }) => performance.getEntriesByName(href)[0]);
      return document.readyState !== 'loading' && come && document.fonts.status === 'loaded';
    });
    await route.continue();
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
  sources: { node?: HTMLElement; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Runs in the page: lists the shifts that no action of the visitor explains (the browser's Layout Instability entries). */
function recordShifts(): void {
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShiftEntry[]) {
      const moved = sources.map(({ node, previousRect, currentRect }) =>
        JSON.stringify([node?.nodeName, node?.className, previousRect, currentRect]),
      );
      if (!hadRecentInput) window.layoutShifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

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
