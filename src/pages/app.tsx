import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { createSending, SendingContext, useSending } from '../contact/sending.ts';
import { SendingNotice } from '../contact/sending-notice.tsx';
import { type ShownPage, shownPageAt } from '../routes.ts';
import { AboutPage } from './about/about-page.tsx';
import { ContactPage } from './contact/contact-page.tsx';
import { Frame } from './frame.tsx';
import { applyHead, headFor } from './head.ts';
import { HomePage } from './home/home-page.tsx';
import { LegalMentionPage } from './legal-mention/legal-mention-page.tsx';
import { NotFoundPage } from './not-found/not-found-page.tsx';
import { PrivacyPage } from './privacy/privacy-page.tsx';
import { ErrorBoundary } from './recovery.tsx';
import { type Site, SiteProvider, useSite } from './site-context.tsx';
import { useOwnLinks } from './use-own-links.ts';
import { useScrollAndFocus } from './use-scroll-and-focus.ts';

/** All pages, in one bundle: a navigation is instant, without a network too. */
const pages = {
  home: HomePage,
  contact: ContactPage,
  about: AboutPage,
  legalMention: LegalMentionPage,
  privacy: PrivacyPage,
  notFound: NotFoundPage,
} as const satisfies Record<ShownPage, unknown>;

interface AppProps {
  site: Site;
  /** Path of the document, as the address has it: letters encoded. */
  firstPath: string;
  /** Called once the page is interactive. */
  onReady?: () => void;
}

/** Shows the whole site, on the server and in the browser. */
export function App({ site, firstPath, onReady }: AppProps) {
  const [sending] = useState(() => createSending(site.apiUrl, site.contactPage));
  const arrived = useRef(firstPath);
  useOwnLinks();
  useEffect(() => onReady?.(), [onReady]);
  const path = usePathname({ ssrPath: firstPath });
  const [isFirst, setIsFirst] = useState(true);
  if (isFirst && path !== firstPath) setIsFirst(false);
  useScrollAndFocus(path, arrived);
  return (
    <SiteProvider value={site}>
      <SendingContext value={sending}>
        <ErrorBoundary>
          <CurrentPage key={path} name={shownPageAt(path)} isFirst={isFirst} />
        </ErrorBoundary>
        <SendingNotice />
      </SendingContext>
    </SiteProvider>
  );
}

/** Shows the page. The home has its own header, over the video; every other page is inside `Frame`. */
function CurrentPage({ name, isFirst }: { name: ShownPage; isFirst: boolean }) {
  const Page = pages[name];
  const { profile, siteUrl, contactPage } = useSite();
  const { tried } = useSending().state;
  const isRefused = isFirst && contactPage.errors.length > 0 && !tried;
  useLayoutEffect(() => {
    // The document of a refused post keeps its title, which begins with the error (RGAA 11.10), until the message is sent.
    if (!isRefused) applyHead(document, headFor(name, profile, siteUrl));
    // The statistics listen to it (insights/script.ts).
    window.dispatchEvent(new Event('pagechange'));
  }, [name, profile, siteUrl, isRefused]);
  useLayoutEffect(() => leaveFocusedLink, []);
  const page = <Page isFirst={isFirst} />;
  return name === 'home' ? page : <Frame page={name}>{page}</Frame>;
}

/** Takes the focus from the followed link: if a removed link has it, Chromium jumps to the top by itself (PAGE-2). */
function leaveFocusedLink(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
