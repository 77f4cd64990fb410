import { identity } from './identity.ts';
import { fixedPriceOffers, regieOffer } from './offers.ts';

export const about = {
  head: {
    title: `Studio web et mobile ${identity.whereabouts}`,
    description:
      'Un studio à taille humaine : écoute, réactivité, fiabilité. La personne qui écoute votre besoin est aussi celle qui dessine, code et assure la maintenance.',
  },
  title: 'Le studio',
  lead: 'Je conçois des sites, des applications et des outils sur mesure, de la première idée à la mise en ligne, puis à la maintenance.',
  story: {
    title: 'L’équipe, c’est une personne',
    paragraphs: [
      'J’écoute votre besoin, je dessine, je code et je vous réponds. Pas de relais, pas de jargon, pas de mauvaise surprise.',
      'Entreprises, associations, porteurs de projet : je construis ce dont vous avez besoin, et rien de plus. Un site qui présente bien votre métier. Une application que vos équipes ont plaisir à ouvrir. Un outil qui remplace le tableur devenu trop grand.',
    ],
  },
  /** Pages of the person elsewhere, by name; those without an address are left out. */
  links: { GitHub: identity.github, LinkedIn: identity.linkedin },
  values: {
    title: 'Ce sur quoi vous pouvez compter',
    items: [
      {
        icon: 'ear',
        title: 'Écoute',
        text: 'Des questions avant les réponses, et des mots que tout le monde comprend.',
      },
      {
        icon: 'bolt',
        title: 'Réactivité',
        text: 'Des nouvelles avant que vous n’ayez à en demander, même quand la réponse est « pas encore ».',
      },
      {
        icon: 'anchor',
        title: 'Fiabilité',
        text: 'Un prix et un calendrier fixés par écrit avant de commencer, un code que d’autres pourront reprendre.',
      },
    ],
  },
  services: {
    title: 'Ce que je fais',
    items: [...fixedPriceOffers, { titre: regieOffer.titre, description: [regieOffer.content] }],
  },
  place: {
    title: 'Près de vous, ou à distance',
    text: `Le studio est installé ${identity.whereabouts}. Je me déplace volontiers dans la région et travaille à distance partout en France et à l’étranger.`,
  },
} as const;
