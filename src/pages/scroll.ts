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

/** What the visitor's motion preference leaves of a behaviour: with less motion, smooth becomes instant. */
export function respectReducedMotion(view: Window, behavior: 'smooth' | 'instant'): 'smooth' | 'instant' {
  return view.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : behavior;
}
