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

/** Whether React has taken over the server's document: it leaves its marks on the elements. */
export function isHydrated(): boolean {
  const first = document.querySelector('#root main');
  return first !== null && Object.keys(first).some((key) => key.startsWith('__react'));
}

/** Name of the slides that are shown. */
export function shownSlides(): string[] {
  return [...document.querySelectorAll('[aria-roledescription="diapositive"]')]
    .filter((slide) => slide.checkVisibility({ visibilityProperty: true }))
    .map((slide) => slide.ariaLabel ?? slide.getAttribute('aria-label') ?? '');
}

/** Notes each time that the page asks to wait for from now on until it is displayed, milliseconds. */
export function noteWaits(): void {
  const ask = window.setTimeout;
  const waits: number[] = [];
  const noting = (act: () => void, milliseconds = 0) => {
    const isBlank = document.documentElement.dataset['gate'] === 'closed';
    if (isBlank && milliseconds > 0) waits.push(milliseconds);
    return ask(act, milliseconds);
  };
  Object.assign(window, { setTimeout: noting, waits });
}

export function notedWaits(): number[] {
  return (window as unknown as { waits: number[] }).waits;
}

export interface NoticeSeen {
  text: string;
  ground: string;
  /** Distance of its middle from the middle of the window, and of its top from the top, CSS pixels. */
  aside: number;
  top: number;
}

/** Watches for the next notice over the page from now on: looks from outside may be late. */
export function watchNotice(): void {
  const look = () => {
    const box = document.querySelector('[role=status] > *, [role=alert] > *');
    if (!box) return;
    const { x, y, width } = box.getBoundingClientRect();
    const notice: NoticeSeen = {
      text: box.textContent ?? '',
      ground: getComputedStyle(box).backgroundColor,
      aside: Math.abs(x + width / 2 - document.documentElement.clientWidth / 2),
      top: y,
    };
    Object.assign(window, { notice });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

export function seenNotice(): NoticeSeen | null {
  return (window as unknown as { notice?: NoticeSeen }).notice ?? null;
}

/** What is wrong, by the label of its field. */
export function shownErrors(): Record<string, string> {
  const wrong = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')];
  return Object.fromEntries(
    wrong.map((field) => {
      const [first = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
      const error = document.getElementById(first);
      return [field.labels?.[0]?.textContent ?? '', error?.textContent ?? ''];
    }),
  );
}

/** Every field of the form by its name. */
export function formValues(): Record<string, string> {
  const fields = [...document.querySelectorAll<HTMLInputElement>('form input, form select, form textarea')];
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

/** The mode that is shown, by its ground. */
export function ground(): string {
  return getComputedStyle(document.documentElement).backgroundColor;
}

/** The heading of the page, and how much wider than the window it is, CSS pixels. */
export function headingAndOverflow(): { heading: string; sideways: number } {
  return {
    heading: document.querySelector('h1')?.textContent ?? '',
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  };
}
