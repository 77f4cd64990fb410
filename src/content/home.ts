import { example } from './example.ts';
import { identity } from './identity.ts';
import { openingPrice } from './offers.ts';

/** The time to an answer, which the studio promises. */
const answerDelay = example('un jour ouvré');
const answer = `Réponse sous ${answerDelay}`;

export const home = {
  /** Its title is the administrator's name and job title. */
  head: {
    description: `Sites, applications et outils sur mesure, de l’idée à la maintenance. Tarifs affichés, un seul interlocuteur, ${identity.whereabouts} et partout en France.`,
  },
  seeServices: 'Voir nos services',
  answer,
  /** What a client asks first: the price, the answer, the place. */
  facts: [openingPrice, answer, `${identity.region} et à distance`],
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
    carousel: 'Prestations au forfait',
    fixedPrice: 'Prestation au forfait',
    /** Which of the two kinds suits, in plain words. */
    choice: {
      fixedPrice: { title: 'Au forfait', text: 'Un projet cadré, un prix annoncé d’avance.' },
      or: 'ou',
      regie: { title: 'En régie', text: 'Un renfort dans votre équipe, payé à la journée.' },
    },
    forWhom: 'Pour',
    delay: 'Délai',
    notIncluded: 'Non compris',
  },
  end: {
    title: 'Un projet en tête ?',
    text: 'Quelques lignes suffisent. Vous avez une réponse sous un jour ouvré, et le premier échange est gratuit et sans engagement.',
    action: 'Écrire au studio',
  },
} as const;
