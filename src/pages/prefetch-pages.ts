import { pageAt } from '../routes.ts';
import { forgetPage, loadPage } from './page-chunks.ts';

/** Events that come before a followed link. */
const signs = ['pointerover', 'focusin', 'touchstart'] as const;

/** Fetches the script of a page when its link is about to be followed, unless the visitor saves data. */
export function prefetchPages(document: Document): void {
  for (const sign of signs) document.addEventListener(sign, fetchLinked, { passive: true });
}

function fetchLinked({ target }: Event): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const link = target instanceof Element ? target.closest('a') : null;
  const name = link?.origin === location.origin ? pageAt(link.pathname) : undefined;
  // Following the link tries again.
  if (name) loadPage(name).catch(() => forgetPage(name));
}
