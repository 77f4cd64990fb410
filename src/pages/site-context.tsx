import { createContext, useContext } from 'react';
import type { ContactPageState } from '../contact/page-state.ts';
import type { ContactValues } from '../contact/rules.ts';
import type { WriteSafeHtml } from '../profile/presentation-html.ts';
import type { Profile } from '../profile/profile.ts';

/** The dependencies of every page. */
export interface Site {
  profile: Profile;
  /** Resolves when the page is displayed; never on the server. */
  opened: Promise<void>;
  /** Origin of the site, for canonical addresses. */
  siteUrl: string;
  apiUrl: string;
  /** Result of a post without JavaScript, for the contact page. */
  contactPage: ContactPageState;
  /** Writes the presentation (HOME-5). */
  writeHtml: WriteSafeHtml;
  /** The values typed into the server's form. */
  typed: () => Partial<ContactValues>;
}

const SiteContext = createContext<Site | null>(null);

/** Provides the site to the pages inside it. */
export const SiteProvider = SiteContext.Provider;

/** @throws Error outside of a SiteProvider */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}
