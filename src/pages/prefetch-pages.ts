import { pageAt } from '../routes.ts';
import { loadNextPage } from './page-chunks.ts';

/** Signs that a link is about to be followed. */
const signs = ['pointerover', 'focusin', 'touchstart'] as const;

/** Fetches the script of a page when its link is about to be followed. */
export function prefetchPages(document: Document): void {
  for (const sign of signs) document.addEventListener(sign, fetchLinked, { passive: true });
}

function fetchLinked({ target }: Event): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const link = target instanceof Element ? target.closest('a') : null;
  if (link && link.origin === location.origin && pageAt(link.pathname)) fetchQuietly(link.pathname);
}

/** A failure shows when the link is followed, and is dealt with there. */
function fetchQuietly(path: string): void {
  loadNextPage(path).catch(() => {});
}
