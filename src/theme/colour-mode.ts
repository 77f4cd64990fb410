import { grounds } from '../site.ts';

/** The stored setting (MODE-1); the gate applies it before anything is painted. */
export type ColourMode = 'light' | 'dark' | 'system';

const STORAGE_KEY = 'mode';

export function chosenMode(view: Window): ColourMode {
  const mode = view.document.documentElement.dataset['mode'];
  return mode === 'light' || mode === 'dark' ? mode : 'system';
}

/** Returns the chosen mode, else the system's. */
function shownMode(view: Window): 'light' | 'dark' {
  const chosen = chosenMode(view);
  if (chosen !== 'system') return chosen;
  return view.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows a mode without storing it: the whole page at once, by one cross-fade where the browser can and motion is welcome. */
export function showMode(view: Window, mode: ColourMode): void {
  const { document } = view;
  const change = () => applyMode(view, mode);
  const isStill = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (mode === chosenMode(view) || isStill || !document.startViewTransition) change();
  // Rejected in a hidden page, which changes at once.
  else document.startViewTransition(change).ready.catch(() => {});
}

/** Applies a mode without the transitions of single parts; `system` is left to the style sheet, which follows it live. */
function applyMode(view: Window, mode: ColourMode): void {
  const root = view.document.documentElement;
  root.dataset['still'] = '';
  if (mode === 'system') delete root.dataset['mode'];
  else root.dataset['mode'] = mode;
  for (const meta of view.document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light';
    meta.content = grounds[mode === 'system' ? own : mode];
  }
  // Reading a size computes the style before transitions are back.
  void root.offsetHeight;
  delete root.dataset['still'];
}

/** Reads the stored setting, `system` unless another was chosen; undefined where storage is forbidden. */
export function storedMode(view: Window): ColourMode | undefined {
  try {
    const mode = view.localStorage.getItem(STORAGE_KEY);
    return mode === 'light' || mode === 'dark' ? mode : 'system';
  } catch {
    return undefined;
  }
}

/** Shows a mode and stores it for the next visits, as far as the browser lets us. */
export function chooseMode(view: Window, mode: ColourMode): void {
  showMode(view, mode);
  try {
    view.localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // Private browsing may forbid storage: the choice then lasts as long as the page.
  }
}

export function toggleMode(view: Window): void {
  chooseMode(view, shownMode(view) === 'dark' ? 'light' : 'dark');
}

/**
 * Shows the stored mode on the browser's bars too, and follows a choice made in another tab. That includes a choice made while
 * this page waited in the back/forward cache. If the storage can only be read, a choice lasts as long as the page.
 */
export function followStoredMode(view: Window): void {
  const showStored = () => showMode(view, storedMode(view) ?? chosenMode(view));
  let whenLeft = storedMode(view);
  showStored();
  view.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) showStored();
  });
  view.addEventListener('pagehide', () => {
    whenLeft = storedMode(view);
  });
  view.addEventListener('pageshow', () => {
    if (storedMode(view) !== whenLeft) showStored();
  });
}
