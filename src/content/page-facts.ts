import { identity } from './identity.ts';

/** The line below the words of every share picture. */
export const pictureLine = 'Sites, applications et outils sur mesure';

/** The alternative text of a share picture is the words on it. */
export const pictureAlt = (words: string) => `${words} – ${pictureLine}`;

/** Areas where the studio works, for the structured data. */
export const areasServed = { region: identity.region, country: 'France' } as const;

/** The words of the share picture of each page, by its name in the route table. */
export const pageFacts = {
  home: {
    picture: 'De l’idée à la mise en ligne',
  },
  contact: {
    picture: 'Parlons de votre projet',
  },
  about: {
    picture: 'Écoute, réactivité, fiabilité',
  },
  legalMention: {
    picture: 'Mentions légales',
  },
  privacy: {
    picture: 'Vos données, juste le nécessaire',
  },
} as const satisfies Readonly<Record<string, { picture: string }>>;

/** @param siteUrl as in SITE_URL; a local one is never elsewhere */
export function isElsewhere(siteUrl: string): boolean {
  return siteUrl.startsWith('https:') && siteUrl !== identity.siteAddress;
}
