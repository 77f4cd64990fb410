import { grounds } from '../site.ts';

/** The stored setting (MODE-1), which the gate applies before anything is painted. */
export type ColourMode = 'light' | 'dark' | 'system';

const STORAGE_KEY = 'mode';

/** The mode of a change that has begun; the page still has the old one, as the browser first takes a picture of it. */
let wanted: ColourMode | undefined;

export function chosenMode(view: Window): ColourMode {
  if (wanted) return wanted;
  const mode = view.document.documentElement.dataset['mode'];
  return mode === 'light' || mode === 'dark' ? mode : 'system';
}

/** Returns the chosen mode, or else the system's. */
function shownMode(view: Window): 'light' | 'dark' {
  const chosen = chosenMode(view);
  if (chosen !== 'system') return chosen;
  return view.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows a mode without storing it, by one cross-fade of the whole page if the browser can and the visitor accepts motion. */
export function showMode(view: Window, mode: ColourMode): void {
  const { document } = view;
  const isStill = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (mode === chosenMode(view) || isStill || !document.startViewTransition) {
    applyMode(view, mode);
    return;
  }
  wanted = mode;
  const transition = document.startViewTransition(() => {
    applyMode(view, wanted ?? mode);
    wanted = undefined;
  });
  const onPress = (press: PointerEvent) => {
    transition.skipTransition();
    passClick(document, press);
  };
  view.addEventListener('pointerdown', onPress, true);
  // This promise rejects in a hidden page, which changes at once.
  transition.ready.catch(() => {});
  void transition.finished.then(() => view.removeEventListener('pointerdown', onPress, true));
}

/** Passes the next click on to the pressed element, because during the fade a picture of the page gets the press. */
function passClick(document: Document, { clientX, clientY }: PointerEvent): void {
  const pressed = document.elementFromPoint(clientX, clientY);
  const onClick = (click: MouseEvent) => {
    const isSame = document.elementFromPoint(click.clientX, click.clientY) === pressed;
    if (click.target !== document.documentElement || !isSame) return;
    pressed?.closest<HTMLElement>('input, select, textarea')?.focus();
    pressed?.dispatchEvent(new MouseEvent('click', click));
  };
  document.addEventListener('click', onClick, { capture: true, once: true });
}

/** Applies a mode without transitions of single elements. For `system` the style sheet follows the system live. */
function applyMode(view: Window, mode: ColourMode): void {
  const root = view.document.documentElement;
  for (const meta of view.document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light';
    meta.content = grounds[mode === 'system' ? own : mode];
  }
  // At the start the gate has applied the mode already, and setting it again would recompute the style of the whole page twice.
  if (mode === (root.dataset['mode'] ?? 'system')) return;
  root.dataset['still'] = '';
  if (mode === 'system') delete root.dataset['mode'];
  else root.dataset['mode'] = mode;
  // Reading a size computes the style while transitions are still off.
  void root.offsetHeight;
  delete root.dataset['still'];
}

/** Reads the stored setting, `system` unless another was chosen; undefined if the browser forbids storage. */
export function storedMode(view: Window): ColourMode | undefined {
  try {
    const mode = view.localStorage.getItem(STORAGE_KEY);
    return mode === 'light' || mode === 'dark' ? mode : 'system';
  } catch {
    return undefined;
  }
}

/** Shows a mode and stores it for the next visits, unless the browser forbids that. */
export function chooseMode(view: Window, mode: ColourMode): void {
  showMode(view, mode);
  try {
    view.localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // Private browsing may forbid storage; the choice then lasts as long as the page.
  }
}

export function toggleMode(view: Window): void {
  chooseMode(view, shownMode(view) === 'dark' ? 'light' : 'dark');
}

/**
 * Shows the stored mode, also on the browser's bars. Follows a choice made in another tab, even while this page waited in the
 * back/forward cache. If the storage cannot be written, a choice lasts as long as the page.
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
