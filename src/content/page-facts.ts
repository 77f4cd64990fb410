import { identity } from './identity.ts';

/** Facts of a page for search engines and share previews, beside its title and description. */
export interface PageFacts {
  /** Words of its share picture. */
  picture: string;
  /** Day of the last change of its words (`YYYY-MM-DD`), for the sitemap. Set it when you change them. */
  updated: string;
}

/** The line below the words of every share picture. */
export const pictureLine = 'Sites, applications et outils sur mesure';

/** Gives the alternative text of a share picture: the words on it. */
export const pictureAlt = (words: string) => `${words} – ${pictureLine}`;

/** Areas where the studio works, for the structured data. */
export const areasServed = { region: identity.region, country: 'France' } as const;

/** By name of the page, as in the route table. */
export const pageFacts = {
  home: {
    picture: 'De l’idée à la mise en ligne',
    updated: '2026-11-25',
  },
  contact: {
    picture: 'Parlons de votre projet',
    updated: '2026-11-25',
  },
  about: {
    picture: 'Écoute, réactivité, fiabilité',
    updated: '2026-11-25',
  },
  legalMention: {
    picture: 'Mentions légales',
    updated: '2026-11-22',
  },
  privacy: {
    picture: 'Vos données, juste le nécessaire',
    updated: '2026-11-27',
  },
} as const satisfies Readonly<Record<string, PageFacts>>;
