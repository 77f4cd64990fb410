import { useSyncExternalStore } from 'react';
import { SERVICES_ID } from '../routes.ts';
import { sectionNotFound } from '../words/specified.ts';

export const SERVICES_TARGET = `#${SERVICES_ID}`;

function subscribe(changed: () => void): () => void {
  addEventListener('scroll', changed);
  // This event also reports changes of the window's size.
  visualViewport?.addEventListener('resize', changed);
  return () => {
    removeEventListener('scroll', changed);
    visualViewport?.removeEventListener('resize', changed);
  };
}

/** Follows a value that depends on the visible part of the page, pinch zoom included; undefined before hydration. */
export function useScrolled<T>(read: () => T): T | undefined {
  return useSyncExternalStore<T | undefined>(subscribe, read, () => undefined);
}

type Behavior = 'smooth' | 'instant';

const unlessReduced = (behavior: Behavior) =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : behavior;

/** Scrolls to the top, at once for visitors who prefer less motion. */
export function scrollToTop(behavior: Behavior): void {
  scrollTo({ top: 0, behavior: unlessReduced(behavior) });
}

/**
 * Scrolls to the element of the URL's fragment, which browsers do not do after a change by script.
 * @returns the element, for the focus; null if there is none
 */
export function scrollToNamedPlace(): HTMLElement | null {
  const place = document.getElementById(location.hash.slice(1));
  place?.scrollIntoView();
  return place;
}

/** Notes the scroll position in the current entry of the history, so that Back returns to it. */
export function rememberPlace(): void {
  history.replaceState({ ...history.state, y: scrollY }, '');
}

/** Scrolls to the position noted in this entry of the history. @returns whether one was noted */
export function returnToPlace(): boolean {
  const y: unknown = history.state?.y;
  if (typeof y !== 'number') return false;
  scrollTo(0, y);
  return true;
}

/**
 * Follows a menu entry (HOME-6): scrolls to the services section, or warns in the console if it is missing. For any other target
 * the drawer closes and the browser follows the link.
 */
export function followMenuEntry(
  click: Pick<Event, 'preventDefault'>,
  target: string,
  close?: () => void,
): void {
  if (target !== SERVICES_TARGET) {
    close?.();
    return;
  }
  const section = document.getElementById(SERVICES_ID);
  if (!section) {
    click.preventDefault();
    // biome-ignore lint/suspicious/noConsole: asked for by the specification, section 2.
    console.warn(sectionNotFound);
    return;
  }
  // With an entry of its own the section's address can be shared, and Back returns to where the reader was.
  if (location.hash !== SERVICES_TARGET) {
    rememberPlace();
    // The new entry keeps the chosen offer.
    history.pushState({ ...history.state, y: undefined }, '', SERVICES_TARGET);
  }
  section.scrollIntoView({ behavior: unlessReduced('smooth') });
  section.focus({ preventScroll: true });
  // If the browser refuses the change of the history, its error skips this line, and the link works as usual.
  click.preventDefault();
}
