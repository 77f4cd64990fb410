/** Goes to the top; smoothly only for visitors who do not prefer less motion. */
export function scrollToTop(view: Window, behavior: 'smooth' | 'instant'): void {
  view.scrollTo({ top: 0, behavior: respectReducedMotion(view, behavior) });
}

/**
 * Scrolls to the element that the address names, which browsers do not do on a page that a script has changed.
 * @returns that element, for the focus; null where the address names none
 */
export function scrollToNamedPlace(view: Window): HTMLElement | null {
  const place = view.document.getElementById(view.location.hash.slice(1));
  place?.scrollIntoView({ behavior: 'instant' });
  return place;
}

/** Gives what the visitor's motion preference leaves of a behaviour: with less motion, smooth becomes instant. */
export function respectReducedMotion(view: Window, behavior: 'smooth' | 'instant'): 'smooth' | 'instant' {
  return view.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : behavior;
}

/** Notes in the current entry of the history where the reader is, so that Back returns there. */
export function rememberPlace(view: Window): void {
  view.history.replaceState({ ...view.history.state, y: view.scrollY }, '');
}

/** Goes where the reader was when this entry of the history was left. @returns whether that is known */
export function returnToPlace(view: Window): boolean {
  const y: unknown = view.history.state?.y;
  if (typeof y !== 'number') return false;
  view.scrollTo({ top: y, behavior: 'instant' });
  return true;
}
