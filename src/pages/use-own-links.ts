import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { pageAt, scrollBehaviorFor } from '../routes.ts';
import { rememberPlace, scrollToTop } from './scroll.ts';

/**
 * Follows the links to pages of the site without a reload, also those in the presentation. The data attributes of a link become
 * the state of its history entry. A link to the shown page scrolls to the top.
 */
export function useOwnLinks(): void {
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
      if (!link || !isPlain || event.defaultPrevented || link.target) return;
      const { origin, pathname, search, hash, dataset } = link;
      if (origin !== location.origin) return;
      // The browser itself scrolls to a fragment of the same page, which makes an entry of the history.
      if (pathname === location.pathname && hash) return rememberPlace(window);
      if (!pageAt(pathname)) return;
      event.preventDefault();
      const to = pathname + search + hash;
      if (to !== location.pathname) {
        rememberPlace(window);
        navigate(to, { state: { ...dataset } });
      } else {
        document.querySelector('h1')?.focus({ preventScroll: true });
        scrollToTop(window, scrollBehaviorFor(to));
      }
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
}
