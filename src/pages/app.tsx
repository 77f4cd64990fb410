import { use, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { createSending, SendingContext, useSending } from '../contact/sending.ts';
import { SendingNotice } from '../contact/sending-notice.tsx';
import type { ShownPage } from '../routes.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { applyHead, headFor } from './head.ts';
import { LateNotice } from './late-notice.tsx';
import { loadPage, nameAt } from './page-chunks.ts';
import { type Site, SiteProvider, useSite } from './site-context.tsx';
import { UnavailablePage } from './unavailable-page.tsx';
import { useOwnLinks } from './use-own-links.ts';
import { useScrollAndFocus } from './use-scroll-and-focus.ts';

interface AppProps {
  site: Site;
  /** Path of the document, as the address has it: letters encoded. */
  firstPath: string;
  /** Called once the page is interactive. */
  onReady?: () => void;
}

/** Shows the whole site, on the server and in the browser. */
export function App({ site, firstPath, onReady }: AppProps) {
  const [sending] = useState(() => createSending(site.apiUrl, site.contactPage.outcome));
  const arrived = useRef(firstPath);
  useOwnLinks(arrived);
  useEffect(() => onReady?.(), [onReady]);
  const path = usePathname({ ssrPath: firstPath });
  // The old page stays until the script of the new one has arrived, to avoid a flash.
  const shownPath = useDeferredValue(path);
  const [isFirst, setIsFirst] = useState(true);
  if (isFirst && shownPath !== firstPath) setIsFirst(false);
  useScrollAndFocus(shownPath, arrived);
  const page = nameAt(shownPath);
  return (
    <SiteProvider value={site}>
      <SendingContext value={sending}>
        <ErrorBoundary path={shownPath} unavailable={<UnavailablePage key={shownPath} page={page} />}>
          <CurrentPage key={shownPath} name={page} isFirst={isFirst} />
        </ErrorBoundary>
        {path !== shownPath && <LateNotice key={path} />}
        <SendingNotice />
      </SendingContext>
    </SiteProvider>
  );
}

/** Shows the page. The home has its own header, over the video; every other page is inside `Frame`. */
function CurrentPage({ name, isFirst }: { name: ShownPage; isFirst: boolean }) {
  const Page = use(loadPage(name));
  const { profile, siteUrl, contactPage } = useSite();
  const { tried } = useSending().state;
  const isRefused = isFirst && contactPage.errors.length > 0 && !tried;
  useLayoutEffect(() => {
    // The document of a refused post keeps its title, which begins with the error (RGAA 11.10), until the message is sent.
    if (!isRefused) applyHead(document, headFor(name, Page.head, profile, siteUrl));
    // The statistics listen to it (insights/script.ts).
    window.dispatchEvent(new Event('pagechange'));
  }, [name, Page, profile, siteUrl, isRefused]);
  useLayoutEffect(() => leaveFocusedLink, []);
  const page = <Page isFirst={isFirst} />;
  return name === 'home' ? page : <Frame page={name}>{page}</Frame>;
}

/** Takes the focus from the followed link: if a removed link has it, Chromium jumps to the top by itself (PAGE-2). */
function leaveFocusedLink(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
