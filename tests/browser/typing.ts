import { expect, type Page } from '@playwright/test';
import { DISPLAY_DELAY_MS } from '../../src/startup/display-delay.ts';
import { hydrated } from './fixtures.ts';

/** A part of the job title that was shown, and how far below the top of the title each of its letters stood. */
interface Shown {
  text: string;
  tops: number[];
}

declare global {
  interface Window {
    shownTitles: Shown[];
  }
}

/** Lists each part of the job title that was shown so far. */
export const shownTitles = (page: Page) => page.evaluate(() => window.shownTitles);

/**
 * Opens the home and displays it; what is shown of the job title is recorded. Only `page.clock` moves the page's time: on
 * a slow machine React would take the page over after the second, and the job title then stays plain. For a test
 * that `waitsTheSecond`.
 */
export async function displayByHand(page: Page): Promise<void> {
  await page.addInitScript(recordTitle);
  await page.clock.install({ time: '2026-01-05T10:00:00' });
  await page.clock.pauseAt('2026-01-05T10:00:01');
  await page.goto('/');
  await page.clock.runFor(100);
  await hydrated(page);
  await page.clock.runFor(DISPLAY_DELAY_MS);
  // The page waits for frames too before anything moves.
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await shownTitles(page)).not.toEqual([]);
  }).toPass();
}

/** Runs in the page. */
function recordTitle(): void {
  const seen: Shown[] = [];
  window.shownTitles = seen;
  new MutationObserver(() => {
    const title = document.querySelector('main p:has(> [data-profile=metier], [aria-hidden])');
    const shown = title?.querySelector('[aria-hidden] > :first-child, [data-profile=metier]');
    const isShown = shown?.checkVisibility({ visibilityProperty: true });
    const [text] = shown?.childNodes ?? [];
    if (!title || !isShown || !(text instanceof Text) || text.data === seen.at(-1)?.text) return;
    const range = document.createRange();
    const tops = Array.from(text.data.trimEnd(), (_letter, index) => {
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      return Math.round(range.getBoundingClientRect().top - title.getBoundingClientRect().top);
    });
    seen.push({ text: text.data, tops });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}
