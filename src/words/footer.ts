import { routes } from '../routes.ts';
import { identity, promise } from '../site.ts';

/** Year of the copyright line (specification, section 9). */
export const COPYRIGHT_YEAR = 2025;

export const footer = {
  promise,
  groups: [
    {
      title: 'Utiles',
      lang: undefined,
      links: [
        { label: identity.contactEmail, href: `mailto:${identity.contactEmail}` },
        { label: identity.siteAddress.replace(/^https?:\/\//, ''), href: identity.siteAddress },
      ],
    },
    {
      title: 'Pages',
      lang: undefined,
      links: [
        { label: 'Accueil', href: routes.home.path },
        { label: 'Contact', href: routes.contact.path },
      ],
    },
    {
      title: 'Legals',
      // The specification (section 2) writes this title in English.
      lang: 'en',
      links: [
        { label: 'Mentions légales', href: routes.legalMention.path },
        { label: 'Politique de confidentialité', href: routes.privacy.path },
      ],
    },
  ],
} as const;
