/** Words of the home that are the same for every studio. */
export const homeWords = {
  seeServices: 'Voir nos services',
  services: {
    title: 'Nos services',
    carousel: 'Prestations au forfait',
    fixedPrice: 'Prestation au forfait',
    forfait: 'Au forfait',
    or: 'ou',
    regie: 'En régie',
    forWhom: 'Pour',
    delay: 'Délai',
    notIncluded: 'Non compris',
  },
  stages: { choose: 'Choisir une étape', give: 'Vous donnez', get: 'Vous recevez' },
  questions: 'Vos questions',
  doing: 'Ce que je fais',
} as const;
