import type { Studio } from '../schema.ts';
import type { Rule } from './rules.ts';

type LegalForm = Studio['studio']['publisher']['form'];
type Kind = 'person' | 'company' | 'association';

/** The legal forms with their names in the notice; articles L. 223-1 and L. 224-1 of the Code de commerce allow no others. */
export const forms: Readonly<Record<LegalForm, { status: string; kind: Kind }>> = {
  'entreprise individuelle': { status: 'Entreprise individuelle', kind: 'person' },
  'micro-entreprise': { status: 'Entreprise individuelle (micro-entreprise)', kind: 'person' },
  'profession libérale': { status: 'Entreprise individuelle (profession libérale)', kind: 'person' },
  EURL: { status: 'SARL à associé unique (EURL)', kind: 'company' },
  SARL: { status: 'SARL', kind: 'company' },
  SAS: { status: 'SAS', kind: 'company' },
  SASU: { status: 'SAS à associé unique (SASU)', kind: 'company' },
  SCOP: { status: 'Société coopérative de production (SCOP)', kind: 'company' },
  association: { status: 'Association (loi du 1er juillet 1901)', kind: 'association' },
};

/** Labels of the notice's facts, by kind of publisher. */
export const factNames = {
  person: { status: 'Statut', name: 'Nom de l’entreprise', address: 'Adresse', otherName: '' },
  company: {
    status: 'Forme et capital',
    name: 'Dénomination sociale',
    address: 'Siège social',
    otherName: 'Nom commercial',
  },
  association: {
    status: 'Statut',
    name: 'Nom de l’association',
    address: 'Siège social',
    otherName: 'Nom d’usage',
  },
} as const satisfies Record<Kind, unknown>;

type Publisher = Readonly<Partial<Record<keyof Studio['studio']['publisher'], string>>>;

/** A duty of some legal forms or kinds to publish a field. `isMet` tells whether it is met; `expected` continues « il faut ». */
interface Duty {
  field: keyof Publisher;
  of: readonly (LegalForm | Kind)[];
  isMet: (publisher: Publisher) => boolean;
  expected: string;
  rule: Rule;
}

const EI = /\bEI\b|\bentrepreneure? individuel(?:le)?\b/i;
const plain = (text = '') => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const duties: readonly Duty[] = [
  {
    field: 'name',
    of: ['person'],
    isMet: ({ name = '' }) => EI.test(name),
    expected: '« EI » après votre nom',
    rule: 'Code de commerce, R. 526-27',
  },
  {
    field: 'director',
    of: ['person'],
    isMet: ({ name, director = '' }) => plain(name).includes(plain(director.split(/\s/).at(-1))),
    expected: 'le nom qui est aussi celui de l’entreprise : vous dirigez vous-même la publication',
    rule: 'loi 82-652, article 93-2',
  },
  {
    field: 'name',
    of: ['company', 'association'],
    isMet: ({ name = '' }) => !EI.test(name),
    expected: 'un nom sans « EI », qui est celui d’une personne',
    rule: 'Code de commerce, R. 526-27',
  },
  {
    field: 'name',
    of: ['SCOP'],
    isMet: ({ name = '' }) => /\b(?:SA|SARL|SAS)\b/.test(name),
    expected: 'aussi le type de société, comme « Ker Logiciels, SCOP SARL »',
    rule: 'loi 78-763, article 4',
  },
  {
    field: 'siren',
    of: ['person', 'company'],
    isMet: ({ siren }) => !!siren,
    expected: 'votre numéro SIREN',
    rule: 'Code de commerce, R. 123-237',
  },
  {
    field: 'rcs',
    of: ['company'],
    isMet: ({ rcs }) => !!rcs,
    expected: 'la ville du RCS',
    rule: 'Code de commerce, R. 123-237',
  },
  {
    field: 'rcs',
    of: ['entreprise individuelle'],
    isMet: ({ rcs, rne }) => !!rcs || rne === 'oui',
    expected: 'la ville de votre RCS ou, sans RCS, rne: "oui"',
    rule: 'LCEN, article 1-1',
  },
  {
    field: 'rna',
    of: ['association'],
    isMet: ({ siren, rna }) => !!siren || !!rna,
    expected: 'le numéro RNA ou SIREN de l’association',
    rule: 'LCEN, article 1-1',
  },
  {
    field: 'rna',
    of: ['person', 'company'],
    isMet: ({ rna }) => !rna,
    expected: 'un champ vide : une association seule a un numéro RNA',
    rule: 'arrêté du 14 octobre 2009',
  },
  {
    field: 'capital',
    of: ['EURL', 'SARL', 'SAS', 'SASU'],
    isMet: ({ capital }) => !!capital,
    expected: 'le capital de la société, en euros, ou « variable »',
    rule: 'LCEN, article 1-1',
  },
  {
    field: 'capital',
    of: ['person', 'association'],
    isMet: ({ capital }) => !capital,
    expected: 'un champ vide : une société seule a un capital',
    rule: 'Code de commerce, R. 123-238',
  },
];

/** Lists the duties that a publisher does not meet. */
export function unmetDuties(publisher: Publisher): Duty[] {
  const form = publisher.form as LegalForm;
  if (!Object.hasOwn(forms, form)) return [];
  return duties.filter(
    ({ of, isMet }) => (of.includes(form) || of.includes(forms[form].kind)) && !isMet(publisher),
  );
}

/**
 * The mention of a studio without VAT. The article will move from the CGI to the CIBS; docs/operations/legal.md says when to
 * look.
 */
export const VAT_EXEMPTION = 'TVA non applicable, article 293\u00a0B du CGI';

/** Other rules of law behind the notice and the privacy page, named by the fields of `scripts/studio/schema.ts`. */
export const LAW = {
  lcen: 'LCEN, article 1-1',
  vatNumber: 'LCEN, article 19',
  mediator: 'Code de la consommation, R. 616-1',
  opinions: 'Code de la consommation, L. 111-7-2 et D. 111-10',
  recipients: 'RGPD, article 13',
  transfers: 'RGPD, articles 44 à 49',
} as const satisfies Readonly<Record<string, Rule>>;
