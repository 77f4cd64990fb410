import { text } from 'node:stream/consumers';
import { prerender } from 'react-dom/static';
import { type ContactPageState, emptyContactPage } from './contact/first-state.ts';
import { contactForm } from './contact/words.ts';
import { App } from './pages/app.tsx';
import { headFor } from './pages/head.ts';
import { type DocumentAssets, headHtml, tag } from './pages/head-html.ts';
import type { Site } from './pages/site-context.ts';
import type { Profile } from './profile/profile.ts';
import { graphqlPath, shownPageAt } from './routes.ts';
import 'virtual:colours.css';
import './theme/base.css';

export type { DocumentAssets };

export interface RenderInput {
  /** Path of the page's address, without its query. */
  path: string;
  profile: Profile;
  siteUrl: string;
  /** Origin of the API when it is on another host; null when it is the site's own. */
  apiUrl: string | null;
  assets: DocumentAssets;
  /** Result of a post without JavaScript, for /contact only (FORM-7). */
  contactResult?: ContactPageState;
}

export type RenderDocument = typeof renderDocument;

/** Renders the whole document of a page; it is complete without JavaScript (START-5). */
export async function renderDocument(input: RenderInput): Promise<string> {
  const { path, profile, siteUrl, apiUrl, assets, contactResult } = input;
  const endpoint = apiUrl && new URL(graphqlPath, apiUrl).href;
  const name = shownPageAt(path);
  const head = headFor(name, profile, siteUrl);
  // RGAA 11.10: the title tells of the errors, because screen readers speak it first.
  const title = contactResult?.errors.length ? contactForm.errorTitle(head.title) : head.title;
  const headMarkup = headHtml(name, { ...head, title }, assets);
  const site: Site = {
    profile,
    siteUrl,
    apiUrl: endpoint ?? graphqlPath,
    opened: new Promise(() => {}),
    contactPage: contactResult ?? emptyContactPage,
    typed: () => ({}),
  };
  const { prelude } = await prerender(<App site={site} firstPath={path} />);
  // The values are left out, because the form in the document holds them.
  const result = contactResult && JSON.stringify({ ...contactResult, values: {} });
  return [
    '<!doctype html>',
    tag('html', { lang: 'fr', 'data-site': siteUrl, 'data-api': endpoint }),
    `<head>${headMarkup}</head><body>`,
    tag('div', { id: 'root', 'data-contact': result }),
    `${await text(prelude)}</div></body></html>`,
  ].join('');
}
