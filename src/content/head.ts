import { identity } from './identity.ts';

export interface HeadText {
  title: string;
  description: string;
}

/** Search results cut titles beyond this. */
export const MAX_TITLE = 65;

/** The studio's name behind a title, where both fit into a search result. */
function withStudio(title: string): string {
  const whole = `${title} – ${identity.studioName}`;
  return whole.length <= MAX_TITLE ? whole : title;
}

/** Title and description of each page, by name of the page; the home is named after the administrator. */
export const headTexts = {
  home: (name: string, metier: string): HeadText => {
    const title = `${name} – ${metier}`;
    return {
      title: title.length <= MAX_TITLE ? title : withStudio(name),
      description:
        'Sites, applications et outils sur mesure, de l’idée à la maintenance. Tarifs affichés, un seul interlocuteur, en Auvergne-Rhône-Alpes et partout en France.',
    };
  },
  contact: (): HeadText => ({
    title: withStudio('Contact : parlons de votre projet web'),
    description:
      'Décrivez votre projet web ou mobile en quelques lignes : réponse sous un jour ouvré, premier échange de trente minutes, gratuit et sans engagement.',
  }),
  about: (): HeadText => ({
    title: withStudio('Studio web et mobile en Auvergne-Rhône-Alpes'),
    description:
      'Un studio à taille humaine : écoute, réactivité, fiabilité. La personne qui écoute votre besoin est aussi celle qui dessine, qui code et qui maintient.',
  }),
  legalMention: (): HeadText => ({
    title: withStudio('Mentions légales'),
    description:
      'Éditeur, hébergeur, propriété intellectuelle et responsabilité : les mentions légales du site, en six points.',
  }),
  privacy: (): HeadText => ({
    title: withStudio('Politique de confidentialité'),
    description:
      'Quelles données nous recueillons, pourquoi, pendant combien de temps (12 mois au plus), et comment exercer vos droits.',
  }),
  notFound: (): HeadText => ({
    title: withStudio('Page introuvable'),
    description:
      'La page demandée n’existe pas. Retrouvez les services du studio et le formulaire de contact.',
  }),
} as const;
