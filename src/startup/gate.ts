/*
 * The gate: a script without React or <body>, bundled alone, minified and put inline at the top of <head> (START-1, START-6). It
 * asks for the profile, then for the page's files, writes the profile into the document, waits, and displays the page. Addresses
 * are absolute, because `fetch` refuses relative ones on a page opened by a link with a password.
 */
import { replacePresentation } from '../profile/presentation-html.ts';
import { ADMINISTRATOR_ID, type Profile, profileQuery } from '../profile/profile.ts';
import { graphqlPath, insightsScriptPath } from '../routes.ts';
import { storedMode } from '../theme/colour-mode.ts';
import { DISPLAY_DELAY_MS, recordClick } from './vitrine.ts';

/**
 * The page's files are requested this much later than the profile. On a slow line, 100 kB of files requested together with it
 * would delay the answer of 1 kB (docs/performance.md).
 */
const FILES_AFTER_MS = 30;

/** The bundle keeps a slow phone busy for up to this long, which would delay a display that is due meanwhile. */
const BUNDLE_RUNS_MS = 500;

/** The document's own style goes this much later, so that the browser lays the page out in two short tasks, not in a long one. */
const OWN_STYLE_GOES_AFTER_MS = 30;

const root = document.documentElement;

/** Asks for the profile. @throws Error if there are errors (an empty list is none), or a shown text is missing (START-2) */
async function fetchProfile(): Promise<Profile> {
  performance.mark('gate:query');
  const response = await fetch(root.dataset['api'] ?? location.origin + graphqlPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      operationName: 'getAdminPublicProfil',
      query: profileQuery,
      variables: { id: ADMINISTRATOR_ID },
    }),
  });
  if (!response.ok) throw Error(`HTTP ${response.status}`);
  const answer = await response.json();
  const profile: Partial<Profile> | undefined = answer?.data?.getAdminPublicProfil;
  const texts = [profile?.name, profile?.metier, profile?.presentation];
  const failed = answer?.errors && !(Array.isArray(answer.errors) && answer.errors.length === 0);
  if (failed || texts.some((text) => typeof text !== 'string')) throw Error(JSON.stringify(answer));
  performance.mark('gate:answer');
  return profile as Profile;
}

/** Resolves once the parser is done; unlike DOMContentLoaded, it waits for no deferred script. */
function documentParsed(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => document.readyState !== 'loading' && resolve();
    document.onreadystatechange = check;
    check();
  });
}

function show(profile: Profile): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-profile]')) {
    const field = element.dataset['profile'] as 'name' | 'metier' | 'presentation';
    const value = profile[field];
    if (field === 'presentation') replacePresentation(element, value);
    else element.textContent = value;
  }
}

/** Decodes the pictures of the first view early, so that they do not delay the frame that displays the page. */
function decodeFirstPictures(): void {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[as=image]'))
    Object.assign(new Image(), { src: href })
      .decode()
      .catch(() => {});
}

function delay(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}

/**
 * Displays the page and resolves after its first frames are painted, so that later work does not delay them. A background tab
 * paints none.
 */
async function display(): Promise<void> {
  root.dataset['gate'] = 'open';
  performance.mark('gate:reveal');
  await nextFrame();
  await nextFrame();
  // The page stays inert until its first frames are drawn, because the change makes the browser recompute every style.
  root.inert = false;
  await delay(0);
}

const never = new Promise<never>(() => {});

/** Logs a failed query and does nothing else (START-2). */
function report(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: asked for by the specification, section 8.
  console.error('Le profil n’a pas pu être chargé', error);
}

// The query is sent first, because reading the storage may wait for the disk.
const answered = fetchProfile().catch((error) => {
  report(error);
  return never;
});
const { dataset: addresses } = document.currentScript as HTMLScriptElement;
preloadFonts(addresses);
const files = delay(FILES_AFTER_MS).then(() => loadFiles(addresses));
// If a proxy moves scripts to the end, as Rocket Loader does, the page is displayed already and must stay so.
if (!document.body) {
  root.dataset['gate'] = 'closed';
  // START-5: `inert` keeps the hidden page from getting the focus and from being read out.
  root.inert = true;
}
// Style sheets show controls that need scripts only while this attribute is set.
root.dataset['scripts'] = '';
files.catch(() => delete root.dataset['scripts']);
// The stored mode sets the background of the blank screen (START-6).
const mode = storedMode(window);
if (mode === 'light' || mode === 'dark') root.dataset['mode'] = mode;

const profile = answered.then(async (answer) => {
  await documentParsed();
  // A failure here is not a failed query, so the page is displayed all the same (START-2).
  try {
    show(answer);
    decodeFirstPictures();
  } catch (error) {
    report(error);
  }
  return answer;
});
const secondIsOver = answered.then(() => delay(DISPLAY_DELAY_MS));
let bundleRunsUntil = Infinity;
void answered.then(() => {
  bundleRunsUntil = performance.now() + DISPLAY_DELAY_MS - BUNDLE_RUNS_MS;
});

window.vitrine = {
  profile,
  opened: profile.then(() => secondIsOver).then(display),
  files,
};
recordClick();
void window.vitrine.opened
  // Statistics load after the display, so they do not delay the first view; the page works without them (STAT-1).
  .then(() => import(/* @vite-ignore */ location.origin + insightsScriptPath))
  .catch(() => {});

/** Requests the fonts now: the layout would request them before the other files and delay the answer. */
function preloadFonts({ fonts }: DOMStringMap): void {
  for (const href of fonts?.split(' ') ?? [])
    appendLink({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
}

/**
 * Loads the bundle and the style of all pages, after the query for the profile (START-6). Their addresses are attributes of the
 * gate's element. Chromium would load files named in tags or headers before any script, and the query would leave 0.1 s later on
 * a slow phone.
 * @param files addresses: `entry` of the bundle, `sheet` of the style
 * @returns resolves once the bundle has run and the style is there; rejects if one fails to load
 */
function loadFiles({ entry = '', sheet }: DOMStringMap): Promise<unknown> {
  const bundle = new URL(entry, location.origin).href;
  const styled = sheet && loadSheet(sheet);
  // The bundle gets a low priority, because the first display needs fonts and pictures, but no script.
  const preload = appendLink({ rel: 'modulepreload', fetchPriority: 'low', href: bundle });
  const running = runBundle(preload);
  return Promise.all([running, styled]);
}

/**
 * Runs the bundle once it has arrived. A phone that would be busy when the display is due displays the page first. Larger screens
 * are faster, and type the job title, which starts before the display (HOME-4).
 */
async function runBundle(preload: HTMLLinkElement): Promise<unknown> {
  const { opened } = window.vitrine;
  const arrived = new Promise<boolean>((resolve) => {
    preload.onload = () => resolve(true);
    preload.onerror = () => resolve(false);
  });
  // Safari before 17 does not know `modulepreload`; elsewhere an extension may block it.
  const hasArrived = preload.relList.supports('modulepreload') && (await Promise.race([arrived, opened]));
  const isLate = performance.now() > bundleRunsUntil;
  // A background tab is never displayed, so the bundle must not wait for that.
  if (hasArrived && isLate && !document.hidden && matchMedia('(max-width: 599.98px)').matches) await opened;
  return import(/* @vite-ignore */ preload.href);
}

/** Loads the style of all pages, which replaces the document's own, so that later pages find theirs. */
function loadSheet(href: string): Promise<unknown> {
  const ofDocument = document.querySelector('style');
  const link = appendLink({ rel: 'stylesheet', fetchPriority: 'low', href });
  return new Promise((resolve, reject) => {
    link.onload = () => setTimeout(() => resolve(ofDocument?.remove()), OWN_STYLE_GOES_AFTER_MS);
    link.onerror = reject;
  });
}

function appendLink(properties: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), properties);
  document.head.append(link);
  return link;
}
