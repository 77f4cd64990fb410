import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { scrollBehaviorFor } from '../routes.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import type { LoadedPage } from './page-chunks.ts';
import { PageNotice } from './page-notice.tsx';
import { PersistentProvider } from './persistent-state.tsx';
import { rememberPlace, scrollToTop } from './scroll.ts';
import { type Site, SiteProvider } from './site-context.tsx';
import { useOwnLinks } from './use-own-links.ts';
import { useScrollAndFocus } from './use-scroll-and-focus.ts';
import { useShownPage } from './use-shown-page.ts';

interface AppProps {
  site: Site;
  /** The page of the current path, loaded. */
  firstPage: LoadedPage;
  /** Called once the page answers what is done to it. */
  onReady?: () => void;
}

/** The whole site, on the server and in the browser. */
export function App({ site, firstPage, onReady }: AppProps) {
  useEffect(() => onReady?.(), [onReady]);
  const shownPath = useRef(firstPage.path);
  const aroundNav = useCallback<AroundNavHandler>((navigate, to, options) => {
    if (to !== window.location.pathname) {
      rememberPlace(window);
      return navigate(to, options);
    }
    // A page that is still on its way has its own top to come.
    if (to !== shownPath.current) return;
    document.querySelector('h1')?.focus({ preventScroll: true });
    scrollToTop(window, scrollBehaviorFor(to));
  }, []);
  return (
    <SiteProvider value={site}>
      <Router ssrPath={firstPage.path} aroundNav={aroundNav}>
        <PersistentProvider>
          <ErrorBoundary>
            <CurrentPage firstPage={firstPage} shownPath={shownPath} />
          </ErrorBoundary>
        </PersistentProvider>
      </Router>
    </SiteProvider>
  );
}

/** The home brings its own header, over the video; every other page stands in the frame. */
function CurrentPage({ firstPage, shownPath }: { firstPage: LoadedPage; shownPath: RefObject<string> }) {
  const { page, notice } = useShownPage(firstPage);
  useOwnLinks();
  useScrollAndFocus(page.path, shownPath);
  const { path, name, Page } = page;
  const shown = <Page key={path} first={page === firstPage} />;
  return (
    <>
      {name === 'home' ? shown : <Frame key={path}>{shown}</Frame>}
      {notice && <PageNotice>{notice}</PageNotice>}
    </>
  );
}
