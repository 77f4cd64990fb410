/** Goes to the top; smoothly only for visitors who do not prefer less motion. */
export function scrollToTop(view: Window, behavior: 'smooth' | 'instant'): void {
  view.scrollTo({ top: 0, behavior: respectReducedMotion(view, behavior) });
}

/**
 * Scrolls to the element of the URL's fragment, which browsers do not do after a change by script.
 * @returns the element, for the focus; null if there is none
 */
export function scrollToNamedPlace(view: Window): HTMLElement | null {
  const place = view.document.getElementById(view.location.hash.slice(1));
  place?.scrollIntoView({ behavior: 'instant' });
  return place;
}

/** Returns `instant` for visitors who prefer less motion. */
export function respectReducedMotion(view: Window, behavior: 'smooth' | 'instant'): 'smooth' | 'instant' {
  return view.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : behavior;
}

/** Notes the scroll position in the current entry of the history, so that Back returns to it. */
export function rememberPlace(view: Window): void {
  view.history.replaceState({ ...view.history.state, y: view.scrollY }, '');
}

/** Scrolls to the position noted in this entry of the history. @returns whether there is one */
export function returnToPlace(view: Window): boolean {
  const y: unknown = view.history.state?.y;
  if (typeof y !== 'number') return false;
  view.scrollTo({ top: y, behavior: 'instant' });
  return true;
}
