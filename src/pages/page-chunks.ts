import type { ComponentType } from 'react';
import { fetchPurify } from '../profile/fetch-purify.ts';
import { hasSanitizer } from '../profile/sanitizer.ts';
import { pageAt, routes, type ShownPage } from '../routes.ts';
import type { HeadText } from './head.ts';

/** What a page is told. */
export interface PageProps {
  /** Whether it is the page that the document came with, and not one that was navigated to. */
  first: boolean;
}

/** A page, with what the head of the document says of it. */
export type PageComponent = ComponentType<PageProps> & { head: HeadText };

/** A page, ready to be rendered. */
export interface LoadedPage {
  /** As the address has it, letters encoded. */
  path: string;
  name: ShownPage;
  Page: PageComponent;
}

/** One chunk of script per page; a path without a page has the 404. */
const chunks: Readonly<Record<ShownPage, () => Promise<PageComponent>>> = {
  home: async () => (await import('./home/home-page.tsx')).HomePage,
  contact: async () => (await import('./contact/contact-page.tsx')).ContactPage,
  about: async () => (await import('./about/about-page.tsx')).AboutPage,
  legalMention: async () => (await import('./legal-mention/legal-mention-page.tsx')).LegalMentionPage,
  privacy: async () => (await import('./privacy/privacy-page.tsx')).PrivacyPage,
  notFound: async () => (await import('./not-found/not-found-page.tsx')).NotFoundPage,
};

/**
 * Loads a page that is navigated to, with what this browser needs to write its HTML; a page from the server has it written.
 * @throws when its script cannot be fetched
 */
export async function loadNextPage(path: string): Promise<LoadedPage> {
  const writesHtml = path === routes.home.path && !hasSanitizer();
  const [page] = await Promise.all([loadPage(path), writesHtml && fetchPurify()]);
  return page;
}

/**
 * The page at a path; the module system keeps what was fetched.
 * @throws when its script cannot be fetched
 */
export async function loadPage(path: string): Promise<LoadedPage> {
  const name = pageAt(path) ?? 'notFound';
  return { path, name, Page: await chunks[name]() };
}
