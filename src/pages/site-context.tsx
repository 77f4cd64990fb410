import { createContext, useContext } from 'react';
import type { ContactPageState } from '../contact/page-state.ts';
import type { ContactValues } from '../contact/rules.ts';
import type { Profile } from '../profile/profile.ts';

/** The parts of the server's document that React must keep. A visitor may read or type before the scripts arrive. */
export interface Shown {
  presentation: HTMLElement | null;
  /** Gives what is in the fields at this moment, by their names. */
  typed: () => Partial<ContactValues>;
}

/** The value on the server, where no document exists yet. */
export const nothingShown: Shown = { presentation: null, typed: () => ({}) };

/** What every page may need, handed in where the site is started. */
export interface Site {
  profile: Profile;
  /** Resolves when the page is displayed; never on the server. */
  opened: Promise<void>;
  /** Origin of the site, for canonical addresses. */
  siteUrl: string;
  /** Where the API answers. */
  apiUrl: string;
  /** What a post without JavaScript left to show on the contact page. */
  contactPage: ContactPageState;
  /** What the document holds before React takes it over. */
  shown: Shown;
}

const SiteContext = createContext<Site | null>(null);

/** Hands the site to the pages inside it. */
export const SiteProvider = SiteContext.Provider;

/** Gives what the page may need. @throws Error outside of a SiteProvider */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}
