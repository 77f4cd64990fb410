import { useEffect, useLayoutEffect, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { applyHead, headFor } from './head.ts';
import { type LoadedPage, loadNextPage } from './page-chunks.ts';
import { useSite } from './site-context.tsx';

/**
 * The page to show: the old one stays until the script of the new one is there, so that nothing blinks. Then the head follows.
 */
export function useShownPage(firstPage: LoadedPage): LoadedPage {
  // Unlike `useLocation` it leaves the path encoded, as `firstPage.path` is.
  const path = usePathname({ ssrPath: firstPage.path });
  const [shown, setShown] = useState(firstPage);
  const { profile, siteUrl } = useSite();

  useEffect(() => {
    if (path === shown.path) return;
    let wanted = true;
    loadNextPage(path).then(
      (page) => {
        if (!wanted) return;
        leaveFollowedLink();
        setShown(page);
      },
      async () => {
        const served = await isServed();
        if (!wanted) return;
        // The script is gone, after a new release for instance: the server still has the page.
        if (served) window.location.reload();
        // Not `back`: that could leave the site, and with it what the page shown still holds.
        else history.replaceState(null, '', shown.path);
      },
    );
    return () => {
      wanted = false;
    };
  }, [path, shown.path]);

  useLayoutEffect(() => {
    applyHead(document, headFor(shown.name, shown.Page.head, profile, siteUrl));
  }, [shown, profile, siteUrl]);

  return shown;
}

/** Whether the server answers for the current address now, be it that there is no such page. */
const isServed = () =>
  fetch('', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  );

/** The link goes with its page: if it still had the focus then, Chromium would jump to the top by itself (PAGE-2). */
function leaveFollowedLink(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
