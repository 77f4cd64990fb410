import { createContext, useContext } from 'react';
import type { ContactPageState } from '../contact/first-state.ts';
import type { ContactValues } from '../contact/rules.ts';
import type { Profile } from '../profile/profile.ts';

export interface Site {
  profile: Profile;
  /** Resolves when the page is displayed; on the server it never does. */
  opened: Promise<void>;
  /** Origin of the site, for canonical addresses. */
  siteUrl: string;
  apiUrl: string;
  /** Result of a post without JavaScript, for the contact page. */
  contactPage: ContactPageState;
  /** Returns the values typed into the server's form. */
  typed: () => Partial<ContactValues>;
}

export const SiteContext = createContext<Site | undefined>(undefined);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('Rendered outside of the site');
  return site;
}
