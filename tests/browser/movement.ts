import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';

/** How the page moved. */
export interface Movement {
  /** The positions seen frame by frame. */
  positions: number[];
  /** When the page first asked the browser to go smoothly, with some way still to go, milliseconds of the page's clock. */
  asked?: number;
  /** When and where the movement came to its end. */
  ended?: { at: number; y: number };
}

/** A smooth movement of 100 px takes the browser 167 ms, a longer one more; a busy machine may paint none of it. */
const SMOOTH_MS = 150;

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
    const movement: Movement = { positions: [window.scrollY] };
    window.movement = movement;
    const note = (options: unknown, way: number) => {
      if ((options as ScrollOptions | undefined)?.behavior !== 'smooth' || Math.abs(way) <= 100) return;
      movement.asked ??= performance.now();
    };
    const { scrollTo } = window;
    const { scrollIntoView } = Element.prototype;
    window.scrollTo = (...args: unknown[]) => {
      note(args[0], ((args[0] as ScrollToOptions | undefined)?.top ?? 0) - window.scrollY);
      Reflect.apply(scrollTo, window, args);
    };
    Element.prototype.scrollIntoView = function (options) {
      note(options, this.getBoundingClientRect().top);
      scrollIntoView.call(this, options);
    };
    document.addEventListener('scrollend', () => {
      movement.ended = { at: performance.now(), y: window.scrollY };
    });
    const look = () => {
      if (window.movement !== movement) return;
      if (movement.positions.at(-1) !== window.scrollY) movement.positions.push(window.scrollY);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** How the page moved since `recordScroll`, once it stands still. */
export async function scrollRecord(page: Page): Promise<Movement> {
  await page.waitForFunction(
    () => window.movement?.asked === undefined || window.movement.ended?.y === window.scrollY,
  );
  return page.evaluate(() => {
    const movement = window.movement ?? { positions: [] };
    delete window.movement;
    return movement;
  });
}

/**
 * A smooth movement passes through positions on its way, or, where a busy machine painted too few frames, was asked for and
 * took its time; an instant one passes through at most one (a shorter page clamps it).
 */
export function isSmooth({ positions, asked, ended }: Movement): boolean {
  const first = positions[0] ?? 0;
  const last = positions.at(-1) ?? 0;
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  const between = positions.filter((position) => position > low && position < high).length;
  return between > 1 || (asked !== undefined && ended !== undefined && ended.at - asked >= SMOOTH_MS);
}

/** Puts the page at this position at once and waits until it is there. */
export async function scrollToPosition(page: Page, top: number): Promise<void> {
  // Again until it is there: what is laid out late makes the page longer.
  const position = () =>
    page.evaluate((y) => {
      window.scrollTo({ top: y, behavior: 'instant' });
      return Math.round(window.scrollY);
    }, top);
  await expect.poll(position).toBe(top);
}

/** One finger put on the middle of an element and drawn by this many CSS pixels, as the browser's input gets it. */
export async function swipe(page: Page, target: Locator, by: { x?: number; y?: number }): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to swipe on');
  const start = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const session = await page.context().newCDPSession(page);
  await drag(session, start, by);
  await session.detach();
}

/** One finger put on a point of the view and drawn by this many pixels of it. */
export async function drag(
  session: CDPSession,
  start: { x: number; y: number },
  by: { x?: number; y?: number },
): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  for (const part of [0.5, 0.75, 1]) {
    const point = { x: start.x + (by.x ?? 0) * part, y: start.y + (by.y ?? 0) * part };
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** The same by events of a script, as Playwright's guide to touch events has it: the last one says nothing of where. */
export async function dispatchSwipe(target: Locator, x: number, y = 0): Promise<void> {
  const middle = await target.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) };
  });
  const steps = 5;
  for (let step = 0; step <= steps; step += 1) {
    const part = step / steps;
    const touches = [{ identifier: 0, clientX: middle.x + x * part, clientY: middle.y + y * part }];
    const init = { touches, changedTouches: touches, targetTouches: touches };
    await target.dispatchEvent(step === 0 ? 'touchstart' : 'touchmove', init);
  }
  await target.dispatchEvent('touchend');
}
