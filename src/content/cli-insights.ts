import { counted } from './counted.ts';

/** Words of `insights` and of its report. */
export const insightsHelp = {
  summary: 'Statistiques de visite : pages vues par jour, page, provenance et appareil',
  options: { days: 'Nombre de jours', html: 'Écrit un rapport dans ce fichier HTML' },
  examples: ['insights', 'insights --days 90', 'insights --days 365 --html rapport.html'],
} as const;

export const insightsWords = {
  title: 'Statistiques de visite',
  period: (from: string, to: string) => `Du ${from} au ${to}`,
  none: 'Aucune page vue sur cette période.',
  total: (count: string) => `Pages vues : ${count}`,
  perDay: (count: string) => `${count} par jour en moyenne`,
  best: (day: string, count: string) => `le plus fort : ${day} (${count})`,
  figures: {
    total: 'pages vues',
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
    share: 'Part',
  },
  direct: '(accès direct)',
  others: '(autres)',
  devices: { phone: 'téléphone', tablet: 'tablette', desktop: 'ordinateur' },
  unknownPath: '(page inconnue)',
  written: (file: string) => `Rapport écrit dans ${file}.`,
  privacy:
    'Mesure sans cookie ni donnée personnelle : seuls des nombres par jour, page, site de provenance et type d’appareil sont gardés, 25 mois au plus. Les navigateurs qui demandent à ne pas être suivis ne sont pas comptés.',
  generated: (instant: string) => `Rapport établi le ${instant}.`,
  chartLabel: (section: string) => `${section}, en graphique`,
  tableCaption: (section: string) => `${section}, en chiffres`,
  chartSummary: (section: string, count: number, first: string, views: string) =>
    `${section} : graphique en barres, ${counted(count, 'valeur')} ; la plus grande est ${first} (pages vues : ${views}). Les chiffres sont dans le tableau qui suit.`,
} as const;
