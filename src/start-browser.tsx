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

function restoreScrollManually(): void {
  setTimeout(() => {
    history.scrollRestoration = 'manual';
  });
}

/** A press older than this is not repeated. */
const REPLAY_WITHIN_MS = 10_000;

/** Repeats a press on a button that came before hydration: on a slow line the page is displayed well before that. */
function replayClick({ target, timeStamp }: MouseEvent): void {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('button[type=button]');
  if (button && performance.now() - timeStamp < REPLAY_WITHIN_MS) button.click();
}

/**
 * Hydrates the server's document during the blank second, with the answered profile (START-4). This module may run before the
 * parser has reached the root. Once the gate gives the profile, the document is complete.
 */
async function start(): Promise<void> {
  followStoredMode(window);
  // Browsers restore the scroll position of a reloaded page before `pageshow`, WebKit just after it (use-scroll-and-focus.ts).
  window.addEventListener('pageshow', restoreScrollManually);
  // This module came after the event.
  if (document.readyState === 'complete') restoreScrollManually();
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
    // Only the tests read the value.
    document.documentElement.dataset['scripts'] = 'ready';
    if (pressed) replayClick(pressed);
  };
  const site = { profile, opened, siteUrl, apiUrl, contactPage, shown };
  // In slices, so that React does not delay the gate's timer.
  startTransition(() => {
    const app = <App firstPath={firstPath} site={site} onReady={onReady} />;
    // React has then removed the page; the reload keeps the text of the form.
    hydrateRoot(root, app, { onUncaughtError: reloadAfterFailure });
  });
  prefetchPages(document);
}

// The page then stays as it is without scripts (gate.ts).
start().catch((error) => {
  delete document.documentElement.dataset['scripts'];
  throw error;
});
