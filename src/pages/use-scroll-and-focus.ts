import { type RefObject, useLayoutEffect, useRef } from 'react';
import { scrollBehaviorFor } from '../routes.ts';
import { returnToPlace, scrollToNamedPlace, scrollToTop } from './scroll.ts';

/**
 * Scrolls to the top of another page once it is shown (PAGE-2), or to the fragment of its link. The title, or that element,
 * takes the focus and is read out.
 * @param path of the page that is shown
 * @param arrived keeps that path
 */
export function useScrollAndFocus(path: string, arrived: RefObject<string>): void {
  const viaHistory = useRef(false);

  useLayoutEffect(() => {
    if (arrived.current === path) return;
    arrived.current = path;
    const place = viaHistory.current ? null : scrollToNamedPlace(window);
    viaHistory.current = false;
    if (!place) scrollToTop(window, scrollBehaviorFor(path));
    (place ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  }, [path, arrived]);

  // In a layout effect: after wouter's listener, which a passive effect adds, the other page would already be rendered.
  useLayoutEffect(() => {
    const goToPlace = () => {
      // Back and Forward to another page go to its top, even if its URL has a fragment.
      viaHistory.current = window.location.pathname !== arrived.current;
      if (viaHistory.current) return;
      // A fragment that names no place moves nothing.
      if (returnToPlace(window) || scrollToNamedPlace(window) || window.location.hash) return;
      scrollToTop(window, 'instant');
    };
    window.addEventListener('popstate', goToPlace);
    return () => window.removeEventListener('popstate', goToPlace);
  }, [arrived]);
}
