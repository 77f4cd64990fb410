import type { Page } from '@playwright/test';
import { expect, test } from '../browser/fixtures.ts';
import { changedPoints } from '../browser/picture.ts';
import { openPage } from './open-page.ts';
import { PAGES } from './pages.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, film: 'still' });

/** Least contrast of the mark to the same place without it (WCAG 2.2, 1.4.11 and 2.4.13). */
const LEAST_CONTRAST = 3;

/** A mark 2 px thick around the smallest control has more points than this. */
const LEAST_POINTS = 150;

const MAX_STOPS = 40;

/** Each colour mode and each form of the bar occurs once. */
const SETTINGS = [
  { what: 'a phone in dark mode', width: 390, colorScheme: 'dark' },
  { what: 'a laptop at 150 %', width: 853, colorScheme: 'light' },
] as const;

for (const { name, path } of PAGES) {
  test(`the focus goes down ${name} and is seen at every stop`, async ({ page }) => {
    for (const { what, width, colorScheme } of SETTINGS)
      await test.step(what, async () => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await openPage(page, path);
        let stops = 0;
        let top = 0;
        for (; stops < MAX_STOPS; stops += 1) {
          await page.keyboard.press('Tab');
          const focused = await page.evaluate(lookAtFocus);
          // The footer is the same on every page, and so is the bar except over the home's film.
          if (!focused || (focused.isInFooter && name !== 'home')) break;
          if (!focused.isInMain && !['home', 'contact'].includes(name)) continue;
          expect.soft(focused.isCovered, `${focused.name} is covered`).toBe(false);
          // The button of the film stands in its corner, wherever the words are.
          if (focused.isInMain && !focused.name.includes('vidéo')) {
            expect.soft(focused.bottom, `${focused.name} is above the one before`).toBeGreaterThan(top);
            top = focused.top;
          }
          const marked = await page.screenshot({ clip: focused.around });
          await outline(page, 'none');
          const plain = await page.screenshot({ clip: focused.around });
          await outline(page, '');
          const points = await changedPoints(marked, plain, LEAST_CONTRAST);
          expect.soft(points, `points of the mark on ${focused.name}`).toBeGreaterThan(LEAST_POINTS);
        }
        expect(top, 'the page leads on by a link or a button').toBeGreaterThan(0);
        expect(stops).toBeGreaterThan(4);
        expect(stops).toBeLessThan(MAX_STOPS);
      });
  });
}

const outline = (page: Page, value: string) =>
  page.evaluate(
    (text) => (document.activeElement as HTMLElement).style.setProperty('outline', text, 'important'),
    value,
  );

/**
 * Runs in the page; returns the focused element, its place in CSS pixels and the part of the window around it. Returns null once
 * the focus has left the page.
 */
function lookAtFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const [line = box] = element.getClientRects();
  // WCAG 2.2, 2.4.11 (and 2.4.12: not even in part), at three points of the element's middle line.
  const spots = [0.1, 0.5, 0.9].map((part) =>
    document.elementFromPoint(line.x + line.width * part, line.y + line.height / 2),
  );
  const [x, y] = [Math.max(0, Math.floor(box.x) - 8), Math.max(0, Math.floor(box.y) - 8)];
  const right = Math.min(document.documentElement.clientWidth, Math.ceil(box.right) + 8);
  const bottom = Math.min(innerHeight, Math.ceil(box.bottom) + 8);
  return {
    name: `${element.tagName} ${element.ariaLabel ?? element.textContent}`.slice(0, 60),
    isInFooter: element.closest('footer') !== null,
    isInMain: element.closest('main') !== null,
    isCovered: !spots.every((spot) => spot && (element.contains(spot) || spot.contains(element))),
    top: box.top + scrollY,
    bottom: box.bottom + scrollY,
    around: { x, y, width: right - x, height: bottom - y },
  };
}
