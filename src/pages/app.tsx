import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { navigate, usePathname } from 'wouter/use-browser-location';
import { createSending, SendingContext, useSending } from '../contact/sending.ts';
import { SendingNotice } from '../contact/sending-notice.tsx';
import { pageAt, type ShownPage, scrollBehaviorFor, shownPageAt, takeOffer } from '../routes.ts';
import { AboutPage } from './about-page.tsx';
import { ContactPage } from './contact-page.tsx';
import { Frame } from './frame.tsx';
import { applyHead, headFor } from './head.ts';
import { HomePage } from './home/home-page.tsx';
import { LegalMentionPage } from './legal-mention-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { ErrorBoundary } from './recovery.tsx';
import { rememberPlace, returnToPlace, scrollToNamedPlace, scrollToTop } from './scroll.ts';
import { type Site, SiteContext, useSite } from './site-context.ts';

/** All pages are in one bundle, so that a navigation is instant and works offline. */
const pages = {
  home: HomePage,
  contact: ContactPage,
  about: AboutPage,
  legalMention: LegalMentionPage,
  privacy: PrivacyPage,
  notFound: NotFoundPage,
} as const satisfies Record<ShownPage, unknown>;

/** Shows the site. @param props `firstPath` is the path of the document, with letters encoded as in its address */
export function App(props: { site: Site; firstPath: string; onReady?: () => void }) {
  const { site, firstPath, onReady } = props;
  const [sending] = useState(() => createSending(site.apiUrl, site.contactPage));
  useOwnLinks();
  useEffect(() => onReady?.(), [onReady]);
  const path = usePathname({ ssrPath: firstPath });
  const [isFirst, setIsFirst] = useState(true);
  if (isFirst && path !== firstPath) setIsFirst(false);
  useScrollAndFocus(path, firstPath);
  return (
    <SiteContext value={site}>
      <SendingContext value={sending}>
        <ErrorBoundary>
          <CurrentPage key={path} name={shownPageAt(path)} isFirst={isFirst} />
        </ErrorBoundary>
        <SendingNotice />
      </SendingContext>
    </SiteContext>
  );
}

/** Shows the page; the home has its own header over the video, and every other page is inside `Frame`. */
function CurrentPage({ name, isFirst }: { name: ShownPage; isFirst: boolean }) {
  const Page = pages[name];
  const { profile, siteUrl, contactPage } = useSite();
  const { tried } = useSending().state;
  const isRefused = isFirst && contactPage.errors.length > 0 && !tried;
  useLayoutEffect(() => {
    // After a refused post the server's title begins with the error (RGAA 11.10), and stays until the message is sent.
    if (!isRefused) applyHead(document, headFor(name, profile, siteUrl));
    // The statistics listen to this event (insights/script.ts).
    window.dispatchEvent(new Event('pagechange'));
  }, [name, profile, siteUrl, isRefused]);
  useLayoutEffect(() => leaveFocusedLink, []);
  const page = <Page isFirst={isFirst} />;
  return name === 'home' ? page : <Frame page={name}>{page}</Frame>;
}

/** Removes the focus from a followed link; Chromium jumps to the top when a removed link had it (PAGE-2). */
function leaveFocusedLink(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/**
 * Follows links to the site's pages without a reload, also those in the presentation. The offer in a link to the form moves into
 * the history entry. A link to the shown page scrolls to its top.
 */
function useOwnLinks(): void {
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = !(event.button || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
      // A press on a menu entry may have been answered already (scroll.ts).
      if (!link || !isPlain || link.target || event.defaultPrevented) return;
      const { origin, pathname, hash } = link;
      if (origin !== location.origin) return;
      // The browser itself scrolls to a fragment of this page, and adds an entry to the history.
      if (pathname === location.pathname && hash) return rememberPlace();
      if (!pageAt(pathname)) return;
      const { offer } = takeOffer(link.search);
      if (pathname !== location.pathname || offer !== (history.state?.offer ?? null)) {
        rememberPlace();
        navigate(pathname + hash, { state: offer === null ? null : { offer } });
      } else {
        document.querySelector('h1')?.focus({ preventScroll: true });
        scrollToTop(scrollBehaviorFor(pathname));
      }
      // If the browser refuses the change of the history, its error skips this line, and the link works as usual.
      event.preventDefault();
    }
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
}

/**
 * Scrolls to the top of another page once it is shown (PAGE-2), or to the fragment of its link. The page's title, or that
 * element, gets the focus and is read out.
 */
function useScrollAndFocus(path: string, firstPath: string): void {
  const arrived = useRef(firstPath);
  const viaHistory = useRef(false);

  useLayoutEffect(() => {
    if (arrived.current === path) return;
    arrived.current = path;
    const place = viaHistory.current ? null : scrollToNamedPlace();
    viaHistory.current = false;
    if (!place) scrollToTop(scrollBehaviorFor(path));
    (place ?? document.querySelector('h1'))?.focus({ preventScroll: true });
  }, [path]);

  // A layout effect listens before wouter does; after wouter's listener the other page would already be rendered.
  useLayoutEffect(() => {
    const goToPlace = () => {
      // Back and Forward to another page go to its top, even if its URL has a fragment.
      viaHistory.current = window.location.pathname !== arrived.current;
      if (viaHistory.current) return;
      // If the fragment names no element, the page stays where it is.
      if (returnToPlace() || scrollToNamedPlace() || window.location.hash) return;
      scrollToTop('instant');
    };
    window.addEventListener('popstate', goToPlace);
    return () => window.removeEventListener('popstate', goToPlace);
  }, []);
}
