import type { ComponentType } from 'react';
import { hasSanitizer } from '../profile/sanitizer.ts';
import { pageAt, type ShownPage } from '../routes.ts';
import type { HeadText } from './head.ts';

/** Props of every page. */
export interface PageProps {
  /** Whether the document came with this page; false after a navigation. */
  isFirst: boolean;
}

/** A page, with the text of its head. */
export type PageComponent = ComponentType<PageProps> & { head: HeadText };

/** Says that the script of a page failed to load. */
export class PageUnavailableError extends Error {
  override name = 'PageUnavailableError';
}

/** Imports the pages, one chunk of script each; a path without a page has the 404. */
const imports: Readonly<Record<ShownPage, () => Promise<PageComponent>>> = {
  home: async () => (await Promise.all([import('./home/home-page.tsx'), sanitiserOfHome()]))[0].HomePage,
  contact: async () => (await import('./contact/contact-page.tsx')).ContactPage,
  about: async () => (await import('./about/about-page.tsx')).AboutPage,
  legalMention: async () => (await import('./legal-mention/legal-mention-page.tsx')).LegalMentionPage,
  privacy: async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage,
  notFound: async () => (await import('./not-found/not-found-page.tsx')).NotFoundPage,
};

/** Loads DOMPurify in browsers that need it to write the presentation of the home. */
async function sanitiserOfHome(): Promise<unknown> {
  if (typeof document === 'undefined' || hasSanitizer()) return;
  // The document came with it.
  if (document.querySelector('[data-profile=presentation]')) return;
  return import('../profile/purify.ts');
}

const loading = new Map<ShownPage, Promise<PageComponent>>();

/** Gives the name of the page at a path. */
export function nameAt(path: string): ShownPage {
  return pageAt(path) ?? 'notFound';
}

/**
 * Loads a page. The same name always gives the same promise, as `use` needs it, until `forgetPage`.
 * @throws PageUnavailableError
 */
export function loadPage(name: ShownPage): Promise<PageComponent> {
  let page = loading.get(name);
  if (!page) {
    page = imports[name]().catch((cause) => {
      throw new PageUnavailableError(name, { cause });
    });
    loading.set(name, page);
  }
  return page;
}

/** Lets the next call of `loadPage` try again. */
export function forgetPage(name: ShownPage): void {
  loading.delete(name);
}
