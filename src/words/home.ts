/** Words of the home that every studio shares. */
export const homeWords = {
  seeServices: 'Voir nos services',
  services: {
    title: 'Nos services',
    carousel: 'Prestations au forfait',
    fixedPrice: 'Prestation au forfait',
    forWhom: 'Pour',
    delay: 'Délai',
    notIncluded: 'Non compris',
  },
  stages: { choose: 'Choisir une étape', give: 'Vous donnez', get: 'Vous recevez' },
  questions: 'Vos questions',
  references: 'Réalisations',
  seeReference: (client: string) => `Voir le projet : ${client}`,
  doing: 'Ce que je fais',
} as const;
