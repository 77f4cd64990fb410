import { identity } from './identity.ts';

export interface HeadText {
  title: string;
  description: string;
}

const suffix = ` – ${identity.studioName}`;

/** Title and description of each page, by name of the page; the home is named after the administrator. */
export const headTexts = {
  home: (name: string, metier: string): HeadText => ({
    title: `${name} – ${metier}`,
    description:
      'Sites, applications et outils sur mesure, de l’idée à la maintenance. Studio de développement web et mobile en Auvergne-Rhône-Alpes, pour la France et l’étranger.',
  }),
  contact: (): HeadText => ({
    title: `Contact${suffix}`,
    description:
      'Décrivez votre projet web ou mobile en quelques lignes : nous vous répondons sous un jour ouvré.',
  }),
  about: (): HeadText => ({
    title: `Le studio${suffix}`,
    description:
      'Un studio de développement à taille humaine en Auvergne-Rhône-Alpes : écoute, réactivité, fiabilité, de la première idée à la maintenance.',
  }),
  legalMention: (): HeadText => ({
    title: `Mentions légales${suffix}`,
    description:
      'Éditeur, hébergeur, propriété intellectuelle et responsabilité : les mentions légales du site.',
  }),
  privacy: (): HeadText => ({
    title: `Politique de confidentialité${suffix}`,
    description:
      'Quelles données nous recueillons, pourquoi, pour combien de temps, et quels sont vos droits.',
  }),
  notFound: (): HeadText => ({
    title: `Page introuvable${suffix}`,
    description:
      'La page demandée n’existe pas. Retrouvez les services du studio et le formulaire de contact.',
  }),
} as const;
