import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { changedPoints } from '../browser/picture.ts';
import { openPage } from './open-page.ts';
import { MODES, PAGES } from './pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** WCAG 2.2, 1.4.11 and 2.4.13: the mark against the same place without it. */
const LEAST_CONTRAST = 3;

/** A mark 2 px thick around the smallest control has more points than this. */
const LEAST_POINTS = 150;

const MAX_STOPS = 40;

for (const colorScheme of MODES) {
  for (const each of PAGES) {
    test(`the focus is seen at every stop of ${each.name}, and nothing covers it, ${colorScheme} mode`, async ({
      page,
      noise,
    }) => {
      await page.emulateMedia({ colorScheme });
      await openPage(page, noise, each);
      const stops: string[] = [];
      for (let stop = 0; stop < MAX_STOPS; stop += 1) {
        await page.keyboard.press('Tab');
        const name = await focusedName(page);
        if (name === null) break;
        if (each.name !== 'home' && (await isInFooter(page))) break;
        stops.push(name);
        expect.soft(await isCovered(page), `${name} is covered`).toBe(false);
        expect.soft(await markedPoints(page), `points of the mark on ${name}`).toBeGreaterThan(LEAST_POINTS);
      }
      expect(stops.length).toBeGreaterThan(4);
      expect(stops.length).toBeLessThan(MAX_STOPS);
    });
  }
}

for (const { width, name } of [
  { width: 390, name: 'a phone' },
  { width: 853, name: 'a laptop at 150 %' },
]) {
  for (const each of PAGES) {
    test(`the focus goes down the page of ${each.name}, never back up, on ${name}`, async ({
      page,
      noise,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await openPage(page, noise, each);
      const bottoms: number[] = [];
      for (let stop = 0; stop < MAX_STOPS && bottoms.length < MAX_STOPS; stop += 1) {
        await page.keyboard.press('Tab');
        if (await isInFooter(page)) break;
        const place = await placeInMain(page);
        if (!place) continue;
        expect(place.bottom, `${await focusedName(page)}`).toBeGreaterThan(Math.max(...bottoms.slice(-1), 0));
        bottoms.push(place.top);
      }
      expect(bottoms.length).toBeGreaterThan(0);
    });
  }
}

/** Where the focused element lies in the page, should it be part of the page’s own text. */
async function placeInMain(page: Page): Promise<{ top: number; bottom: number } | null> {
  return page.evaluate(() => {
    const element = document.activeElement?.closest('main') ? document.activeElement : null;
    if (!element) return null;
    const { top, bottom } = element.getBoundingClientRect();
    return { top: top + window.scrollY, bottom: bottom + window.scrollY };
  });
}

/** What has the focus; null once it has left the page. */
async function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    return `${element.tagName} ${element.ariaLabel ?? element.textContent ?? ''}`.slice(0, 60);
  });
}

/** The footer is the same on every page: it is walked through on home. */
async function isInFooter(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.closest('footer') != null);
}

/** WCAG 2.2, 2.4.11 (and 2.4.12: not even in part): sampled on the element's middle line and corners. */
async function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const box = element?.getClientRects()[0];
    if (!element || !box) return true;
    const spots = [0.1, 0.5, 0.9].map((part) =>
      document.elementFromPoint(box.x + box.width * part, box.y + box.height / 2),
    );
    return !spots.every((spot) => spot && (element.contains(spot) || spot.contains(element)));
  });
}

/** How many points around the focused element its outline changes by 3:1 or more. */
async function markedPoints(page: Page): Promise<number> {
  const clip = await page.evaluate(() => {
    const box = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
    const [left, top] = [Math.max(0, Math.floor(box.x) - 8), Math.max(0, Math.floor(box.y) - 8)];
    const right = Math.min(document.documentElement.clientWidth, Math.ceil(box.right) + 8);
    const bottom = Math.min(innerHeight, Math.ceil(box.bottom) + 8);
    return { x: left, y: top, width: right - left, height: bottom - top };
  });
  const marked = await page.screenshot({ clip });
  await dressFocus(page, ':focus-visible { outline: none !important }');
  const plain = await page.screenshot({ clip });
  await dressFocus(page, '');
  return changedPoints(marked, plain, LEAST_CONTRAST);
}

/** Through a constructed style sheet, which the content security policy allows. */
async function dressFocus(page: Page, css: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}
