import { example } from './example.ts';
import { identity } from './identity.ts';
import { openingPrice } from './offers.ts';

/** The working days to an answer, which the studio promises: the pages and the note after a sent message read it. */
export const answerDays: number = example(1);
export const answerDelay = answerDays === 1 ? 'un jour ouvré' : `${answerDays} jours ouvrés`;
export const answer = `Réponse sous ${answerDelay}`;

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
        text: 'Des points réguliers, et un avancement que vous pouvez voir à tout moment.',
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
  /** A project in five stages, with the launch at the summit. */
  path: {
    title: 'De l’idée à la maintenance',
    lead: 'Un projet se mène comme une course en montagne : on regarde la carte, puis on avance par étapes.',
    choose: 'Choisir une étape',
    give: 'Vous donnez',
    get: 'Vous recevez',
    steps: [
      {
        title: 'Idée',
        text: 'Un échange pour comprendre votre métier, vos utilisateurs, votre budget.',
        give: 'une heure, et ce que vous avez en tête',
        get: 'un avis franc sur ce qui est utile',
      },
      {
        title: 'Tracé',
        text: 'Une proposition que vous pouvez comparer, montrer, refuser.',
        give: 'vos priorités et vos contraintes',
        get: 'par écrit : périmètre, prix, calendrier',
      },
      {
        title: 'Construction',
        text: 'Une maquette, puis des livraisons courtes que vous essayez vous-même.',
        give: 'vos textes, et un retour à chaque livraison',
        get: 'un projet qui avance sous vos yeux',
      },
      {
        title: 'Mise en ligne',
        text: 'Tests, référencement, prise en main : le sommet, sans précipitation.',
        give: 'votre accord',
        get: 'le site en ligne, les accès et une formation',
      },
      {
        title: 'Maintenance',
        text: 'Le projet vit avec vous, aussi longtemps que vous le souhaitez.',
        give: 'ce que l’usage vous apprend',
        get: 'mises à jour, sauvegardes, évolutions',
      },
    ],
  },
  end: {
    title: 'Un projet en tête ?',
    text: example('Quelques lignes suffisent. Le premier échange est gratuit et sans engagement.'),
    action: 'Écrire au studio',
  },
} as const;
