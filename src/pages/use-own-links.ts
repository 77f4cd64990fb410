import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { pageAt } from '../routes.ts';

/** Follows links to pages of the site without a reload, also those in the presentation. */
export function useOwnLinks(): void {
  const [, navigate] = useLocation();

  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
      if (!link || !isPlain || event.defaultPrevented || link.target) return;
      if (link.origin !== location.origin || !pageAt(link.pathname)) return;
      // The browser itself scrolls to a fragment of the same page.
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash);
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
