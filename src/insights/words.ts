/** Words of the statistics, and of their report. */
export const insightsWords = {
  title: 'Statistiques de visite',
  period: (from: string, to: string) => `Du ${from} au ${to}`,
  none: 'Aucune page vue sur cette période.',
  figures: {
    total: 'pages vues',
    messages: 'messages reçus',
    perDay: 'par jour en moyenne',
    best: (day: string) => `le jour le plus fort, ${day}`,
  },
  sections: {
    days: 'Par jour',
    weeks: 'Par semaine',
    paths: 'Par page',
    referrers: 'Par provenance',
    devices: 'Par appareil',
  },
  columns: {
    days: 'Jour',
    weeks: 'Semaine du',
    paths: 'Page',
    referrers: 'Provenance',
    devices: 'Appareil',
    views: 'Pages vues',
    messages: 'Messages',
  },
  quiet: (first: string, last: string) => `${first} au ${last}, sans visite`,
  direct: '(accès direct)',
  others: '(autres)',
  devices: { phone: 'téléphone', tablet: 'tablette', desktop: 'ordinateur' },
  unknownPath: '(page inconnue)',
  privacy:
    'Mesure sans cookie ni donnée personnelle : seuls des nombres par jour, page, site de provenance et type d’appareil sont gardés, 25 mois au plus. Les navigateurs qui demandent à ne pas être suivis ne sont pas comptés.',
  generated: (instant: string) => `Rapport établi le ${instant}.`,
} as const;
