import { identity } from './identity.ts';
import { openingPrice } from './offers.ts';

const answerDelay = 'un jour ouvré';

export const home = {
  /** Its title is the administrator's name and job title. */
  head: {
    description: `Sites, applications et outils sur mesure, de l’idée à la maintenance. Tarifs affichés, un seul interlocuteur, ${identity.whereabouts} et partout en France.`,
  },
  seeServices: 'Voir nos services',
  /** What a client asks first: the price, the answer, the place. */
  facts: [openingPrice, `Réponse sous ${answerDelay}`, `${identity.region} et à distance`],
  pillars: {
    title: 'Un seul interlocuteur, du premier échange à la maintenance',
    lead: `Le studio est installé ${identity.whereabouts} et travaille avec des entreprises, des associations et des porteurs de projet, partout en France et à l’étranger.`,
    items: [
      {
        icon: 'ear',
        title: 'Écoute',
        text: 'Votre métier d’abord. Je comprends votre besoin avant de parler technique.',
      },
      {
        icon: 'bolt',
        title: 'Réactivité',
        text: 'Une réponse sous un jour ouvré, des points réguliers, un avancement que vous pouvez voir.',
      },
      {
        icon: 'anchor',
        title: 'Fiabilité',
        text: 'Des engagements écrits, un code relu et testé, un suivi après la mise en ligne si vous le souhaitez.',
      },
    ],
  },
  services: {
    title: 'Nos services',
    lead: 'Au temps passé dans votre équipe, ou au forfait pour un projet cadré, à un prix annoncé d’avance.',
    or: 'ou',
    carousel: 'Prestations au forfait',
    fixedPrice: 'Prestation au forfait',
  },
  end: {
    title: 'Un projet en tête ?',
    text: 'Quelques lignes suffisent. Vous avez une réponse sous un jour ouvré, et le premier échange est gratuit et sans engagement.',
    action: 'Écrire au studio',
  },
} as const;
