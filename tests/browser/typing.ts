import { expect, type Page } from '@playwright/test';
import { DISPLAY_DELAY_MS } from '../../src/startup/display-delay.ts';
import { hydrated } from './fixtures.ts';

declare global {
  interface Window {
    /** What waits for the second of START-1. */
    heldSecond?: () => void;
    /** The intervals at work, by their number. */
    intervals?: Map<number, { act: () => void; delay: number }>;
  }
}

/**
 * The second of START-1 ends, and intervals go, only when the test says so: on a slow machine React takes the page over after
 * the second, and the job title then stays plain. Call before `goto`, in a test that `waitsTheSecond`.
 */
export async function holdTyping(page: Page): Promise<void> {
  await page.addInitScript((displayDelay) => {
    const wait = window.setTimeout;
    const intervals = new Map<number, { act: () => void; delay: number }>();
    let made = 0;
    Object.assign(window, {
      intervals,
      setTimeout: (act: () => void, delay?: number) => {
        if (delay !== displayDelay) return wait(act, delay);
        window.heldSecond = act;
        return 0;
      },
      setInterval: (act: () => void, delay: number) => {
        made += 1;
        intervals.set(made, { act, delay });
        return made;
      },
      clearInterval: (id: number) => intervals.delete(id),
    });
  }, DISPLAY_DELAY_MS);
}

/** Goes to a page and displays it once React has taken it over. */
export async function reveal(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrated(page);
  await page.evaluate(() => window.heldSecond?.());
  await expect(page.getByRole('main')).toBeVisible();
}

/** Lets the one interval of the page go once, when it is there. */
export async function typeLetter(page: Page): Promise<void> {
  await expect.poll(() => intervalsAtWork(page)).toBe(1);
  await page.evaluate(() => {
    for (const { act } of window.intervals?.values() ?? []) act();
  });
}

/** The milliseconds between two letters, while the page types. */
export async function msPerLetter(page: Page): Promise<number | undefined> {
  return page.evaluate(() => window.intervals?.values().next().value?.delay);
}

/** How many intervals the page has begun and not ended. */
export async function intervalsAtWork(page: Page): Promise<number | undefined> {
  return page.evaluate(() => window.intervals?.size);
}
