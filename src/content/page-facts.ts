import { identity } from './identity.ts';

/** What search engines, and people who share a page, read of it beside its title and description. */
export interface PageFacts {
  /** What its share picture says, in a few words. */
  picture: string;
  /** The day its words last changed (`YYYY-MM-DD`): the sitemap says so. Set it when you change them. */
  updated: string;
}

/** The line that every share picture has under its words. */
export const pictureLine = 'Sites, applications et outils sur mesure';

/** Describes a share picture for people who cannot see it: by what it says. */
export const pictureAlt = (words: string) => `${words} – ${pictureLine}`;

/** Where the studio works, as the structured data says it. */
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
    updated: '2026-11-25',
  },
} as const satisfies Readonly<Record<string, PageFacts>>;
