/** Goes to the top; smoothly only for who does not ask for less motion. */
export function scrollToTop(view: Window, behavior: 'smooth' | 'instant'): void {
  view.scrollTo({ top: 0, behavior: respectReducedMotion(view, behavior) });
}

/**
 * Goes to the place inside the page that its address names: what browsers leave to a page that moves by itself.
 * @returns that place, for the focus; null where the address names none
 */
export function scrollToNamedPlace(view: Window): HTMLElement | null {
  const place = view.document.getElementById(view.location.hash.slice(1));
  place?.scrollIntoView({ behavior: 'instant' });
  return place;
}

/** What is left of a behaviour once the visitor's preference counts: smooth becomes instant. */
export function respectReducedMotion(view: Window, behavior: 'smooth' | 'instant'): 'smooth' | 'instant' {
  return view.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : behavior;
}
