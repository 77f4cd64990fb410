import { grounds } from '../site.ts';

/** The stored setting (MODE-1); the gate applies it before anything is painted. */
export type ColourMode = 'light' | 'dark' | 'system';

const STORAGE_KEY = 'mode';

/** The mode of a change that has begun: the browser first takes a picture of the old one. */
let wanted: ColourMode | undefined;

export function chosenMode(view: Window): ColourMode {
  if (wanted) return wanted;
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
  // Rejected in a hidden page, which changes at once.
  transition.ready.catch(() => {});
  void transition.finished.then(() => view.removeEventListener('pointerdown', onPress, true));
}

/** Passes the next click on to what was pressed: during the fade the whole page is one picture, which gets the press. */
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

/** Applies a mode without the transitions of single parts; `system` is left to the style sheet, which follows it live. */
function applyMode(view: Window, mode: ColourMode): void {
  const root = view.document.documentElement;
  for (const meta of view.document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.getAttribute('media')?.includes('dark') ? 'dark' : 'light';
    meta.content = grounds[mode === 'system' ? own : mode];
  }
  // At the start the gate has applied it: the style of the whole page is not computed twice again.
  if (mode === (root.dataset['mode'] ?? 'system')) return;
  root.dataset['still'] = '';
  if (mode === 'system') delete root.dataset['mode'];
  else root.dataset['mode'] = mode;
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
