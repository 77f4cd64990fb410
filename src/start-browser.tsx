import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { emptyContactPage } from './contact/page-state.ts';
import { App } from './pages/app.tsx';
import { loadPage, nameAt } from './pages/page-chunks.ts';
import { prefetchPages } from './pages/prefetch-pages.ts';
import { keepsFailing, reloadAfterFailure } from './pages/reload-after-failure.ts';
import { graphqlPath } from './routes.ts';
import { followStoredMode } from './theme/colour-mode.ts';
import './startup/vitrine.ts';
import './theme/theme.css';

function keepPlaceByHand(): void {
  setTimeout(() => {
    history.scrollRestoration = 'manual';
  });
}

/** Nobody expects an older press to do anything. */
const PRESSED_WITHIN_MS = 10_000;

/** A button that was pressed before it could answer is pressed again: on a slow line the page is displayed well before that. */
function pressAgain({ target, timeStamp }: MouseEvent): void {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('button[type=button]');
  if (button && performance.now() - timeStamp < PRESSED_WITHIN_MS) button.click();
}

/**
 * Takes over the server's document during the blank second, with the profile that was answered (START-4). This module may
 * run before the parser has reached the root; once the gate hands out the profile, the whole document is there.
 */
async function start(): Promise<void> {
  followStoredMode(window);
  // Until `pageshow` browsers restore the scroll position of a reloaded page (use-scroll-and-focus.ts), WebKit just after it.
  window.addEventListener('pageshow', keepPlaceByHand);
  // This module came after the event.
  if (document.readyState === 'complete') keepPlaceByHand();
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  if (keepsFailing()) throw new Error('The page failed again after it was loaded anew.');
  const firstPath = location.pathname;
  const [profile] = await Promise.all([window.vitrine.profile, loadPage(nameAt(firstPath))]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root.');
  const { site: siteUrl = location.origin, api: apiUrl = graphqlPath } = {
    ...document.documentElement.dataset,
  };
  const { contact } = root.dataset;
  const contactPage = contact ? JSON.parse(contact) : emptyContactPage;
  const form = root.querySelector('form') ?? undefined;
  const shown = {
    presentation: root.querySelector<HTMLElement>('[data-profile=presentation]'),
    typed: () => Object.fromEntries(new FormData(form)),
  };
  // From here on React keeps what is pressed.
  document.onclick = null;
  const { opened, pressed } = window.vitrine;
  const onReady = () => {
    // Nothing but the tests reads the word.
    document.documentElement.dataset['scripts'] = 'ready';
    if (pressed) pressAgain(pressed);
  };
  const site = { profile, opened, siteUrl, apiUrl, contactPage, shown };
  // In slices: the gate's timer must not wait until React has gone through the whole page.
  startTransition(() => {
    const app = <App firstPath={firstPath} site={site} onReady={onReady} />;
    // Nothing of the page is left then: what is typed in the form is kept across the reload.
    hydrateRoot(root, app, { onUncaughtError: reloadAfterFailure });
  });
  prefetchPages(document);
}

// The page then stays as it is without scripts (gate.ts).
start().catch((error) => {
  delete document.documentElement.dataset['scripts'];
  throw error;
});
