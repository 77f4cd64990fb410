import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { emptyContactPage } from './contact/first-state.ts';
import { App } from './pages/app.tsx';
import { keepsFailing, reloadAfterFailure } from './pages/recovery.tsx';
import type { Site } from './pages/site-context.ts';
import { loadSanitizer, type WriteSafeHtml } from './profile/presentation-html.ts';
import type { Profile } from './profile/profile.ts';
import { graphqlPath } from './routes.ts';
import { replayClick, stopRecording } from './startup/vitrine.ts';
import { followStoredMode } from './theme/colour-mode.ts';
import 'virtual:colours.css';
import './theme/theme.css';

/**
 * Restores scroll positions by script (pages/app.tsx), except that of a reloaded page: browsers restore it before
 * `pageshow`, WebKit just after it.
 */
function restoreScrollManually(): void {
  const setManual = () =>
    setTimeout(() => {
      history.scrollRestoration = 'manual';
    });
  window.addEventListener('pageshow', setManual);
  // This module came after the event.
  if (document.readyState === 'complete') setManual();
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
}

/** Opens what is closed as long as it is printed: before 2025 no style sheet could (base.css) in Firefox and Safari. */
function printWhole(): void {
  let closed: HTMLDetailsElement[] = [];
  const setOpen = (isOpen: boolean) => {
    for (const details of closed) details.open = isOpen;
  };
  window.addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    setOpen(true);
  });
  window.addEventListener('afterprint', () => setOpen(false));
}

/**
 * Reads the dependencies of the pages from the server's document.
 * @param isReady whether React has taken over: from then on the form itself keeps its text
 */
function siteOf(root: HTMLElement, profile: Profile, writeHtml: WriteSafeHtml, isReady: () => boolean): Site {
  const { site, api } = { ...document.documentElement.dataset };
  const { contact } = root.dataset;
  const form = root.querySelector('form') ?? undefined;
  return {
    profile,
    opened: window.vitrine.opened,
    siteUrl: site ?? location.origin,
    apiUrl: api ?? graphqlPath,
    contactPage: contact ? JSON.parse(contact) : emptyContactPage,
    writeHtml,
    typed: () => (isReady() ? {} : Object.fromEntries(new FormData(form))),
  };
}

/**
 * Hydrates the server's document during the blank second, with the answered profile (START-4). This module may run before the
 * parser has reached the root. Once the gate gives the profile, the document is complete.
 */
async function start(): Promise<void> {
  followStoredMode(window);
  restoreScrollManually();
  printWhole();
  if (keepsFailing()) throw new Error('The page failed again after it was loaded anew.');
  const firstPath = location.pathname;
  const { profile: answered, files } = window.vitrine;
  const [profile, writeHtml] = await Promise.all([answered, loadSanitizer(), files]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root.');
  stopRecording();
  let isReady = false;
  const onReady = () => {
    isReady = true;
    // Only the tests read the value.
    document.documentElement.dataset['scripts'] = 'ready';
    replayClick();
  };
  const app = (
    <App firstPath={firstPath} site={siteOf(root, profile, writeHtml, () => isReady)} onReady={onReady} />
  );
  // In slices, so that React does not delay the gate's timer.
  startTransition(() => {
    // React has then removed the page; the reload keeps the text of the form.
    hydrateRoot(root, app, { onUncaughtError: reloadAfterFailure });
  });
}

// The page then stays as it is without scripts (gate.ts).
start().catch((error) => {
  delete document.documentElement.dataset['scripts'];
  throw error;
});
