import type { Point } from './engine.ts';

/*
 * Functions that run inside the page: each stands alone, for the browser gets nothing but its text.
 */

export interface Wanted {
  /** A CSS selector for the kind of element. */
  kind: string;
  /** Words of its accessible name or its text; any element of the kind when empty. */
  name: string;
}

/**
 * Brings the first visible element of this kind and name into view and gives its middle; null while it is not there, or while it
 * or what it stands in moves.
 */
export function middleOf({ kind, name }: Wanted): Point | null {
  const found = [...document.querySelectorAll<HTMLElement>(kind)].find((element) => {
    const label =
      element.ariaLabel ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent;
    return element.checkVisibility({ visibilityProperty: true }) && (label ?? '').includes(name);
  });
  if (!found) return null;
  const isMoving = document.getAnimations().some(({ effect }) => {
    const { target } = effect as KeyframeEffect;
    return target?.contains(found) && effect?.getComputedTiming().endTime !== Infinity;
  });
  if (isMoving) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = found.getBoundingClientRect();
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return found.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null;
}

/** Tag and name of what has the focus. */
export function focused(): string {
  const element = document.activeElement as HTMLInputElement | null;
  const label = element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
  return `${element?.tagName} ${label.trim()}`;
}

/** Whether anything at all is displayed. */
export function isAnythingShown(): boolean {
  return [...document.querySelectorAll('body *')].some(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().height > 0,
  );
}

/** Milliseconds from the profile's answer to the display; null before the display. */
export function displayDelay(): number | null {
  const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime;
  const [answered, displayed] = [at('gate:answer'), at('gate:reveal')];
  return answered === undefined || displayed === undefined ? null : displayed - answered;
}

/** Whether React has taken over the server's document. */
export function isHydrated(): boolean {
  return document.documentElement.dataset['scripts'] === 'ready';
}
