const LEGIFRANCE = 'https://www.legifrance.gouv.fr/';
const COMMERCE = `${LEGIFRANCE}codes/section_lc/LEGITEXT000005634379/LEGISCTA000006178891/`;
const CONSUMERS = `${LEGIFRANCE}codes/texte_lc/LEGITEXT000006069565/`;
const GDPR = 'https://eur-lex.europa.eu/eli/reg/2016/679/oj/fra';

/**
 * The rules of law that the build follows, each with its address and the day of its last reading. An empty day means that nobody
 * has read the text in force.
 */
const rules = {
  'LCEN, article 1-1': ['2026-11-29', `${LEGIFRANCE}loda/article_lc/LEGIARTI000049568614`],
  'LCEN, article 19': ['2026-11-29', `${LEGIFRANCE}loda/id/JORFTEXT000000801164`],
  'loi 82-652, article 93-2': ['2026-11-29', `${LEGIFRANCE}loda/article_lc/LEGIARTI000033971722`],
  'loi 78-763, article 4': ['', `${LEGIFRANCE}loda/id/JORFTEXT000000339242`],
  'arrêté du 14 octobre 2009': ['2026-11-29', `${LEGIFRANCE}loda/id/JORFTEXT000021190323`],
  'Code de commerce, R. 526-27': ['2026-11-29', `${LEGIFRANCE}codes/texte_lc/LEGITEXT000005634379/`],
  'Code de commerce, R. 123-237': ['2026-11-29', COMMERCE],
  'Code de commerce, R. 123-238': ['2026-11-29', COMMERCE],
  'Code de la consommation, R. 616-1': ['2026-11-29', CONSUMERS],
  'Code de la consommation, L. 111-7-2 et D. 111-10': ['2026-11-29', CONSUMERS],
  'TVA, CGI, article 293 B': [
    '2026-11-29',
    'https://www.impots.gouv.fr/professionnel/les-regimes-dimposition-la-tva',
  ],
  'RGPD, article 13': ['2026-11-29', GDPR],
  'RGPD, articles 44 à 49': ['2026-11-29', GDPR],
} as const satisfies Readonly<Record<string, readonly [read: string, address: string]>>;

export type Rule = keyof typeof rules;

/** Lists these rules for `doctor`, which names those that nobody has read for a year. */
export const rulesOfLaw = Object.entries(rules).map(([rule, [read, address]]) => ({ rule, read, address }));
