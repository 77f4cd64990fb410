import { useEffect, useLayoutEffect, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { pageNotices } from '../content/labels.ts';
import { applyHead, headFor } from './head.ts';
import { type LoadedPage, loadNextPage } from './page-chunks.ts';
import { useSite } from './site-context.tsx';

/** How long nothing may seem to happen after a link was followed, in milliseconds. */
const LATE_AFTER_MS = 800;

interface Shown {
  page: LoadedPage;
  /** What there is to say of another one that was asked for: that it takes its time, or that it cannot be had. */
  notice: string | undefined;
}

/**
 * The page to show: the old one stays until the script of the new one is there, so that nothing blinks. Then the head follows.
 */
export function useShownPage(firstPage: LoadedPage): Shown {
  // Unlike `useLocation` it leaves the path encoded, as `firstPage.path` is.
  const path = usePathname({ ssrPath: firstPage.path });
  const [shown, setShown] = useState(firstPage);
  const [notice, setNotice] = useState<string>();
  const { profile, siteUrl } = useSite();

  useEffect(() => {
    if (path === shown.path) return;
    let wanted = true;
    const late = setTimeout(() => setNotice(pageNotices.late), LATE_AFTER_MS);
    const load = () =>
      loadNextPage(path).then((page) => {
        if (!wanted) return;
        leaveFollowedLink();
        setShown(page);
      });
    load().catch(async () => {
      const served = await isServed();
      if (!wanted) return;
      // Still not there: the script is gone, after a new release for instance, and the server still has the page.
      if (served) return load().catch(() => wanted && window.location.reload());
      wanted = false;
      setNotice(pageNotices.failed);
      // Not `back`: that could leave the site, and with it what the page shown still holds.
      history.replaceState(null, '', shown.path);
    });
    return () => {
      clearTimeout(late);
      if (wanted) setNotice(undefined);
      wanted = false;
    };
  }, [path, shown.path]);

  useEffect(() => {
    if (notice !== pageNotices.failed) return;
    // Said until the visitor goes on: nobody has to be quick (WCAG 2.2.1). Under a dialog it is not seen.
    const goOn = () => document.querySelector('dialog[open]') || setNotice(undefined);
    window.addEventListener('click', goOn);
    return () => window.removeEventListener('click', goOn);
  }, [notice]);

  useLayoutEffect(() => {
    applyHead(document, headFor(shown.name, shown.Page.head, profile, siteUrl));
  }, [shown, profile, siteUrl]);

  return { page: shown, notice };
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
