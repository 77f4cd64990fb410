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
// These fonts hold rare letters (Ørsted, Šimek) and signs, so no first view waits for them.
import './theme/fonts/rare-letters.css';

/**
 * Turns the browser's scroll restoration off, because pages/app.tsx restores positions. A reload keeps it: browsers restore the
 * position before `pageshow`, and WebKit just after it.
 */
function restoreScrollManually(): void {
  const setManual = () =>
    setTimeout(() => {
      history.scrollRestoration = 'manual';
    });
  window.addEventListener('pageshow', setManual);
  // If this module runs late, the event has passed already.
  if (document.readyState === 'complete') setManual();
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
}

/**
 * Notes each place where the visitor stops scrolling. Noting it only at the end of a page fails: Chromium drops a change of the
 * history during a reload. `pagehide` is for Safari before 26, which has no `scrollend`.
 */
function notePlaces(): void {
  const note = () => {
    try {
      rememberPlace();
    } catch {
      // The browser may refuse the note, as entry-state.ts explains; it then restores the place by itself.
    }
  };
  for (const type of ['scrollend', 'pagehide']) window.addEventListener(type, note);
}

/** Moves the offer from the address into the history entry, as the site's own links do (pages/app.tsx). */
function takeOfferFromAddress(): void {
  const { query, offer } = takeOffer(location.search);
  if (offer === null) return;
  try {
    history.replaceState({ ...history.state, offer }, '', location.pathname + query + location.hash);
  } catch {
    // The browser may refuse the change, as entry-state.ts explains; the address then stays as it is.
  }
}

/** Opens closed details while they are printed, which style sheets (base.css) cannot do in older Firefox and Safari. */
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
 * Hydrates the server's document with the answered profile during the blank second (START-4). The module may run before the
 * document is complete; once the gate has given the profile, it is.
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
  // The browser looked for the position before the style of the lower sections had arrived.
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
    // Once React has taken over, the form keeps its text itself.
    typed: () => (isReady ? {} : typedValues()),
  };
  const visitor = watchVisitor(root);
  const onReady = () => {
    isReady = true;
    visitor.end();
    // Only tests read this value.
    document.documentElement.dataset['scripts'] = 'ready';
    replayClick();
  };
  const app = <App firstPath={firstPath} site={site} onReady={onReady} />;
  // A transition runs in slices, so that React does not delay the gate's timer.
  startTransition(() => {
    // React has removed the page after this error; a reload restores it with the form's text.
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

// After a failure the page works as it does without scripts (gate.ts).
start().catch((error) => {
  delete document.documentElement.dataset['scripts'];
  throw error;
});
