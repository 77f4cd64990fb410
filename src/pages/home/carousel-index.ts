/** Specification, section 9: a swipe has to be longer than this, in CSS pixels. */
export const SWIPE_THRESHOLD_PX = 40;

/** Wraps around both ways (CAR-2). */
export function wrapIndex(index: number, step: number, count: number): number {
  return (index + step + count) % count;
}

/**
 * Reads a swipe: 1 for the next slide (finger to the left), -1 for the previous, 0 for none. A movement that is
 * rather vertical scrolls.
 */
export function swipeStep(deltaX: number, deltaY: number): -1 | 0 | 1 {
  if (Math.abs(deltaX) <= SWIPE_THRESHOLD_PX || Math.abs(deltaX) <= Math.abs(deltaY)) return 0;
  return deltaX < 0 ? 1 : -1;
}

/** Browsers begin to scroll after some 15 px. */
const SCROLL_AFTER_PX = 15;

export function isScroll(deltaX: number, deltaY: number): boolean {
  return Math.abs(deltaY) > SCROLL_AFTER_PX && Math.abs(deltaY) > Math.abs(deltaX);
}
