import { type CDPSession, expect, type Locator, type Page } from '@playwright/test';

interface Movement {
  positions: number[];
  /** When the page first asked for smooth scrolling over some distance, in milliseconds of the page's clock. */
  asked?: number;
  ended?: { at: number; y: number };
}

/** A smooth movement of 100 px takes the browser 167 ms or more, of which a busy machine may paint nothing. */
const SMOOTH_MS = 150;

declare global {
  interface Window {
    movement?: Movement;
  }
}

/**
 * Does something that scrolls the page, to its top by default, and checks how. The record is in the document: a full reload
 * loses it, and the test fails.
 */
export async function expectMovement(
  page: Page,
  how: 'smooth' | 'instant',
  act: () => Promise<unknown>,
  arrived = () => expect.poll(() => scrollPosition(page)).toBe(0),
): Promise<void> {
  await page.evaluate(recordMovement);
  await act();
  await arrived();
  await page.waitForFunction(() => !window.movement?.asked || window.movement.ended?.y === window.scrollY);
  const movement = await page.evaluate(() => window.movement);
  if (!movement) throw new Error('The page was loaded anew');
  const { positions, asked, ended } = movement;
  if (how === 'smooth') {
    expect(asked, `asked to go smoothly: ${positions}`).toBeDefined();
    expect((ended?.at ?? 0) - (asked ?? 0), `milliseconds: ${positions}`).toBeGreaterThanOrEqual(SMOOTH_MS);
  } else {
    expect(asked, `asked to go smoothly: ${positions}`).toBeUndefined();
    // A shorter page may first stop at its own end, so two positions are allowed.
    expect(positions.length, `${positions}`).toBeLessThanOrEqual(2);
  }
}

/** Runs in the page; records its scroll positions. */
function recordMovement(): void {
  const movement: Movement = { positions: [] };
  window.movement = movement;
  const note = (options: unknown, way: number) => {
    const isSmooth = (options as ScrollOptions | undefined)?.behavior === 'smooth';
    if (isSmooth && Math.abs(way) > 100) movement.asked ??= performance.now();
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
  document.addEventListener('scroll', () => movement.positions.push(window.scrollY));
  document.addEventListener('scrollend', () => {
    movement.ended = { at: performance.now(), y: window.scrollY };
  });
}

export const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY);

/** Scrolls the page to this position at once and waits until it is there. */
export async function scrollToPosition(page: Page, top: number): Promise<void> {
  // The scroll is repeated, because late layout makes the page longer.
  const position = () =>
    page.evaluate((y) => {
      window.scrollTo({ top: y, behavior: 'instant' });
      return Math.round(window.scrollY);
    }, top);
  await expect.poll(position).toBe(top);
}

interface Point {
  x: number;
  y: number;
}

/** Draws one finger from the middle of an element this way, in CSS pixels, as the browser's input gets it. */
export async function swipe(page: Page, target: Locator, way: Partial<Point>): Promise<void> {
  const start = await middleOf(target);
  const session = await page.context().newCDPSession(page);
  await drag(session, start, way);
  await session.detach();
}

/** Draws one finger from a point of the view this way, in pixels of the view. */
export async function drag(
  session: CDPSession,
  start: Point,
  { x = 0, y = 0 }: Partial<Point>,
): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  for (const part of [0.5, 0.75, 1]) {
    const point = { x: start.x + x * part, y: start.y + y * part };
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function middleOf(target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to touch');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}
