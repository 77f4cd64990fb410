import type { Studio } from '../../scripts/studio/schema.ts';

type LegalForm = Studio['studio']['publisher']['form'];

interface FormFacts {
  /** The form in the notice. */
  status: string;
  /** A company has a capital and a registered office, a person has none. */
  kind: 'person' | 'company' | 'association';
}

/** Says what each legal form publishes (LCEN, article 1-1; Code de commerce, R. 123-237 and R. 526-27). */
export const forms: Readonly<Record<LegalForm, FormFacts>> = {
  'entreprise individuelle': { status: 'Entreprise individuelle', kind: 'person' },
  'micro-entreprise': { status: 'Entreprise individuelle (micro-entreprise)', kind: 'person' },
  'profession libérale': { status: 'Entreprise individuelle (profession libérale)', kind: 'person' },
  EURL: { status: 'EURL', kind: 'company' },
  SARL: { status: 'SARL', kind: 'company' },
  SAS: { status: 'SAS', kind: 'company' },
  SASU: { status: 'SASU', kind: 'company' },
  SCOP: { status: 'SCOP', kind: 'company' },
  association: { status: 'Association (loi du 1er juillet 1901)', kind: 'association' },
};

/** The mention of a studio without VAT. It moves from the CGI to the CIBS: docs/operations/make-it-yours.md says when to look. */
export const VAT_EXEMPTION = {
  text: 'TVA non applicable, article 293 B du CGI',
  checked: '2026-11-29',
} as const;
