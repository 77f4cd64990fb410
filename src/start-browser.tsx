import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { idOf } from './contact/contact-form.tsx';
import { emptyContactPage } from './contact/first-state.ts';
import type { ContactValues } from './contact/rules.ts';
import { App } from './pages/app.tsx';
import { watchVisitor } from './pages/hydration.ts';
import { keepsFailing, reloadAfterFailure } from './pages/recovery.tsx';
import { rememberPlace, returnToPlace, scrollToNamedPlace } from './pages/scroll.ts';
import type { Site } from './pages/site-context.ts';
import { loadSanitizer } from './profile/presentation-html.ts';
import { graphqlPath, takeOffer } from './routes.ts';
import { replayClick, stopRecording } from './startup/vitrine.ts';
import { followStoredMode } from './theme/colour-mode.ts';
import { type ContactField, contactFields } from './words/form-fields.ts';
import 'virtual:colours.css';
import './theme/base.css';
// Names such as Ørsted or Šimek, and signs: no document needs them in its own style.
import './theme/fonts/rare-letters.css';

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

/**
 * Notes each place where the visitor stops. The end of a page alone is too late: Chromium drops a change of the history that
 * comes with a reload, and Safari before 26 has no other event.
 */
function notePlaces(): void {
  const note = () => {
    try {
      rememberPlace();
    } catch {
      // Refused as in entry-state.ts: the place is then the browser's affair.
    }
  };
  for (const type of ['scrollend', 'pagehide']) window.addEventListener(type, note);
}

/** Moves the offer from the address into the history entry, as the links of the site do (pages/app.tsx). */
function takeOfferFromAddress(): void {
  const { query, offer } = takeOffer(location.search);
  if (offer === null) return;
  try {
    history.replaceState({ ...history.state, offer }, '', location.pathname + query + location.hash);
  } catch {
    // Refused as in entry-state.ts: the address then stays as it is.
  }
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

/** Reads the fields of the server's form. */
function typedValues(): Partial<ContactValues> {
  const fieldOf = (name: ContactField) => document.getElementById(idOf(name));
  return Object.fromEntries(contactFields.map((name) => [name, (fieldOf(name) as HTMLInputElement).value]));
}

/**
 * Hydrates the server's document during the blank second, with the answered profile (START-4). This module may run before the
 * parser has reached the root. Once the gate gives the profile, the document is complete.
 */
async function start(): Promise<void> {
  followStoredMode(window);
  restoreScrollManually();
  printWhole();
  takeOfferFromAddress();
  if (keepsFailing()) throw new Error('The page failed again after it was loaded anew.');
  const firstPath = location.pathname;
  const { profile: answered, files } = window.vitrine;
  const [profile] = await Promise.all([answered, loadSanitizer(), files]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root.');
  // The browser itself looked for the place before the style came that shows what is below the first view.
  if (!returnToPlace()) scrollToNamedPlace();
  notePlaces();
  stopRecording();
  let isReady = false;
  const { site: siteUrl = location.origin, api: apiUrl = graphqlPath } = document.documentElement.dataset;
  const { contact } = root.dataset;
  const message = root.querySelector('textarea')?.defaultValue ?? '';
  const site: Site = {
    profile,
    opened: window.vitrine.opened,
    siteUrl,
    apiUrl,
    contactPage: contact ? { ...JSON.parse(contact), values: { message } } : emptyContactPage,
    // Once React has taken over, the form itself keeps its text.
    typed: () => (isReady ? {} : typedValues()),
  };
  const visitor = watchVisitor(root);
  const onReady = () => {
    isReady = true;
    visitor.end();
    // Only the tests read the value.
    document.documentElement.dataset['scripts'] = 'ready';
    replayClick();
  };
  const app = <App firstPath={firstPath} site={site} onReady={onReady} />;
  // In slices, so that React does not delay the gate's timer.
  startTransition(() => {
    // React has then removed the page; the reload keeps the text of the form.
    hydrateRoot(root, app, {
      onUncaughtError: reloadAfterFailure,
      onRecoverableError: (error) => {
        visitor.restore();
        setTimeout(() => {
          throw error;
        });
      },
    });
  });
}

// The page then stays as it is without scripts (gate.ts).
start().catch((error) => {
  delete document.documentElement.dataset['scripts'];
  throw error;
});
