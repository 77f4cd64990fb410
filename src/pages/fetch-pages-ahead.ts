import { pageAt, routes } from '../routes.ts';
import { loadPage } from './page-chunks.ts';

/** Signs that a link is about to be followed. */
const signs = ['pointerover', 'focusin', 'touchstart'] as const;

/** Fetches the script of a page when its link is about to be followed, and of all once the page is shown and idle. */
export function fetchPagesAhead(view: Window, opened: Promise<void>): void {
  for (const sign of signs) view.document.addEventListener(sign, fetchLinked, { passive: true });
  void opened.then(() => whenIdle(view, fetchAll));
}

function fetchLinked({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link && link.origin === location.origin && pageAt(link.pathname)) fetchQuietly(link.pathname);
}

function fetchAll(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  for (const { path } of Object.values(routes)) fetchQuietly(path);
}

/** A failure shows when the link is followed, and is dealt with there. */
function fetchQuietly(path: string): void {
  loadPage(path).catch(() => {});
}

function whenIdle(view: Window, work: () => void): void {
  if ('requestIdleCallback' in view) view.requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 2000);
}
