import type { Point } from './engine.ts';

/* These functions run inside the page. Each is self-contained, because the browser gets only its text. */

export interface Wanted {
  /** A CSS selector for the kind of element. */
  kind: string;
  /** Words of its accessible name or its text; an empty text matches any element of the kind. */
  name: string;
}

/**
 * Scrolls the first visible element of this kind and name into view and gives its middle. Gives null while it is missing, or
 * while it or its container moves.
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

export function focused(): string {
  const element = document.activeElement as HTMLInputElement | null;
  const label = element?.ariaLabel ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
  return `${element?.tagName} ${label.trim()}`;
}

export function isAnythingShown(): boolean {
  return [...document.querySelectorAll('body *')].some(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().height > 0,
  );
}

/** Returns the milliseconds from the profile's answer to the display; null before the display. */
export function displayDelay(): number | null {
  const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime;
  const [answered, displayed] = [at('gate:answer'), at('gate:reveal')];
  return answered === undefined || displayed === undefined ? null : displayed - answered;
}

/** Tells whether the displayed page can be used and found as a whole; it is inert until its first frame is painted. */
export function isUsable(): boolean {
  const { dataset, inert } = document.documentElement;
  return dataset['gate'] === 'open' && !inert && dataset['scripts'] === 'ready';
}

export function isHydrated(): boolean {
  return document.documentElement.dataset['scripts'] === 'ready';
}

/** Tells whether the page of a followed link is there, which shows in its title having the focus. */
export function isArrived(): boolean {
  return document.activeElement?.matches('h1:not([data-left])') ?? false;
}

export function isDrawerOpen(): boolean {
  return document.querySelector('dialog')?.open ?? false;
}

export function scrollsSideways(): boolean {
  return document.documentElement.scrollWidth > document.documentElement.clientWidth;
}

/** Switches the colour mode and counts the looks of the page in the next frames: two if all its parts change at once. */
export async function looksAfterToggle(): Promise<number> {
  const parts = document.querySelectorAll('body, header > *, header button, form button, textarea');
  const seen = new Set<string>();
  const buttons = [...document.querySelectorAll('button')];
  buttons.find(({ textContent }) => textContent.includes('Activer le mode'))?.click();
  for (let frame = 0; frame < 30; frame += 1) {
    await new Promise(requestAnimationFrame);
    const styles = Array.from(parts, (part) => getComputedStyle(part));
    seen.add(styles.map((style) => [style.backgroundColor, style.color, style.borderColor].join()).join());
  }
  return seen.size;
}
