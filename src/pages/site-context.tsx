import { createContext, useContext } from 'react';
import type { ContactPageState } from '../contact/page-state.ts';
import type { Profile } from '../profile/profile.ts';

/** What every page may need, handed in by whoever starts the site. */
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
}

const SiteContext = createContext<Site | null>(null);

export const SiteProvider = SiteContext.Provider;

/** @throws Error outside of the site */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}
