import { expect, type Locator, type Page } from '@playwright/test';

/** How the page moved. */
export interface Movement {
  /** The positions seen frame by frame. */
  positions: number[];
  /** Whether the page asked the browser to go smoothly, with some way still to go: a busy machine may paint none of it. */
  asked: boolean;
}

declare global {
  interface Window {
    movement?: Movement;
  }
}

/**
 * Does something that moves the page to its top and gives the positions seen frame by frame on the way.
 * The record lives in the document: a full reload loses it and makes the test fail.
 */
export async function movementToTop(page: Page, action: () => Promise<unknown>): Promise<Movement> {
  await recordScroll(page);
  await action();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  return scrollRecord(page);
}

export async function recordScroll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const movement: Movement = { positions: [window.scrollY], asked: false };
    window.movement = movement;
    const scrollTo = window.scrollTo.bind(window);
    window.scrollTo = (...args: unknown[]) => {
      const [options] = args as [ScrollToOptions | undefined];
      if (options?.behavior === 'smooth' && Math.abs((options.top ?? 0) - window.scrollY) > 100)
        movement.asked = true;
      (scrollTo as (...all: unknown[]) => void)(...args);
    };
    const look = () => {
      if (window.movement !== movement) return;
      if (movement.positions.at(-1) !== window.scrollY) movement.positions.push(window.scrollY);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

export async function scrollRecord(page: Page): Promise<Movement> {
  return page.evaluate(() => {
    const movement = window.movement ?? { positions: [], asked: false };
    delete window.movement;
    return movement;
  });
}

/**
 * A smooth movement passes through positions on its way, however few frames a busy machine paints; an instant one through at
 * most one (a shorter page clamps it).
 */
export function isSmooth({ positions, asked }: Movement): boolean {
  const first = positions[0] ?? 0;
  const last = positions.at(-1) ?? 0;
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  const between = positions.filter((position) => position > low && position < high).length;
  return between > 1 || (asked && last === low);
}

/** Puts the page at this position at once and waits until it is there. */
export async function scrollToPosition(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(top);
}

/** One finger put on the middle of an element and drawn by this many CSS pixels, as the browser's input gets it. */
export async function swipe(page: Page, target: Locator, by: { x?: number; y?: number }): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to swipe on');
  const start = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  for (const part of [0.5, 0.75, 1]) {
    const point = { x: start.x + (by.x ?? 0) * part, y: start.y + (by.y ?? 0) * part };
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
