/** Goes to the top; smoothly only for who does not ask for less motion. */
export function scrollToTop(view: Window, behavior: 'smooth' | 'instant'): void {
  view.scrollTo({ top: 0, behavior: calm(view, behavior) });
}

/** What is left of a behaviour once the visitor's preference counts: smooth becomes instant. */
export function calm(view: Window, behavior: 'smooth' | 'instant'): 'smooth' | 'instant' {
  return view.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : behavior;
}
