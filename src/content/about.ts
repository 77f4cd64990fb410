import { identity } from './identity.ts';

export const about = {
  head: {
    title: `Studio web et mobile ${identity.whereabouts}`,
    description:
      'Un studio à taille humaine : écoute, réactivité, fiabilité. La personne qui écoute votre besoin est aussi celle qui dessine, code et assure la maintenance.',
  },
  title: 'Le studio',
  lead: 'Nous concevons des sites, des applications et des outils sur mesure, de la première idée à la mise en ligne, puis nous en prenons soin.',
  story: {
    title: 'Petit par choix',
    paragraphs: [
      'Derrière le studio, une personne : celle qui écoute votre besoin est aussi celle qui dessine, qui code et qui vous répond. Pas de relais, pas de jargon, pas de mauvaise surprise.',
      'Entreprises, associations, porteurs de projet : nous construisons ce dont vous avez besoin, et rien de plus. Un site qui présente bien votre métier. Une application que vos équipes ont plaisir à ouvrir. Un outil qui remplace le tableur devenu trop grand.',
    ],
  },
  /** Pages of the person elsewhere, by name; those without an address are left out. */
  links: { GitHub: identity.github, LinkedIn: identity.linkedin },
  path: {
    title: 'De l’idée à la maintenance',
    lead: 'Un projet se mène comme une course en montagne : on regarde la carte, on avance par étapes, on ne laisse personne derrière.',
    steps: [
      { title: 'Idée', text: 'Un échange pour comprendre votre métier, vos utilisateurs, votre budget.' },
      { title: 'Tracé', text: 'Une proposition écrite : périmètre, prix, calendrier.' },
      {
        title: 'Construction',
        text: 'Une maquette, puis des livraisons courtes que vous essayez vous-même.',
      },
      {
        title: 'Mise en ligne',
        text: 'Tests, référencement, prise en main : le sommet, sans précipitation.',
      },
      { title: 'Maintenance', text: 'Mises à jour, sauvegardes, évolutions : le projet vit avec vous.' },
    ],
  },
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
        text: 'Une réponse sous un jour ouvré, même quand la réponse est « pas encore ».',
      },
      {
        icon: 'anchor',
        title: 'Fiabilité',
        text: 'Un prix et un calendrier fixés par écrit avant de commencer, un code que d’autres pourront reprendre.',
      },
    ],
  },
  services: {
    title: 'Ce que nous faisons',
    items: [
      { title: 'Site vitrine', text: 'Votre activité, bien présentée et facile à trouver.' },
      { title: 'Application web ou mobile', text: 'Un outil à vos couleurs, du prototype au produit.' },
      { title: 'Refonte technique', text: 'L’existant remis d’aplomb, sans repartir de zéro.' },
      { title: 'Conseil', text: 'Un avis franc, avant d’investir.' },
      { title: 'Maintenance', text: 'Quelqu’un qui veille, mois après mois.' },
    ],
  },
  place: {
    title: 'Près de vous, ou à distance',
    text: `Le studio est installé ${identity.whereabouts}. Nous nous déplaçons volontiers dans la région et travaillons à distance partout en France et à l’étranger.`,
  },
} as const;
