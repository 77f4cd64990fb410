import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { emptyContactPage } from './contact/page-state.ts';
import { App } from './pages/app.tsx';
import { loadPage, nameAt } from './pages/page-chunks.ts';
import { prefetchPages } from './pages/prefetch-pages.ts';
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
  // Not before: the browser brings a page that is loaded again back to where it was (use-scroll-and-focus.ts), WebKit after this
  // event.
  window.addEventListener('pageshow', keepPlaceByHand);
  // This module came after the event.
  if (document.readyState === 'complete') keepPlaceByHand();
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
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
  const onReady = () => pressed && pressAgain(pressed);
  const site = { profile, opened, siteUrl, apiUrl, contactPage, shown };
  // In slices: the gate's timer must not wait until React has gone through the whole page.
  startTransition(() => {
    // Nothing of the page is left then: what is typed in the form is kept across the reload.
    const onUncaughtError = () => location.reload();
    hydrateRoot(root, <App firstPath={firstPath} site={site} onReady={onReady} />, { onUncaughtError });
  });
  prefetchPages(document);
}

// The page then stays as it is without scripts (gate.ts).
start().catch((error) => {
  delete document.documentElement.dataset['scripts'];
  throw error;
});
