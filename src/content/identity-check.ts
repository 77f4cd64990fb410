import type { ContentProblem } from './content-problem.ts';
import { type IdentityField, identity, identityGaps, identityLabels } from './identity.ts';
import { isCompany, isVatMention, sirenIn } from './registration.ts';

const FILE = 'src/content/identity.ts';

/** The fields that may stay empty. */
const optional: readonly IdentityField[] = ['mediator', 'github', 'linkedin'];

interface Rule {
  holds(value: string, all: Identity): boolean;
  /** What it should be: the end of ‘il faut …’. */
  expected: string;
}

type Identity = Readonly<Record<IdentityField, string>>;

const phone: Rule = {
  holds: (value) => /^\+?[\d\s\u00a0\u202f().-]{7,20}$/.test(value),
  expected: 'un numéro de téléphone, comme 04 73 00 00 00 ou +33 4 73 00 00 00',
};

const postal: Rule = {
  holds: (value) => /\d{4,}/.test(value) && value.includes(' '),
  expected: 'une adresse postale entière, avec son code postal',
};

/** A host may be abroad, where a postcode has letters or is not there, and may have a number of four digits only. */
const hostPostal: Rule = {
  holds: (value) => /\d/.test(value) && value.includes(' '),
  expected: 'une adresse postale entière, avec son numéro, sa ville et son pays',
};

const hostPhone: Rule = {
  holds: (value, all) => /^[13]\d{3}$/.test(value) || phone.holds(value, all),
  expected: phone.expected,
};

const page: Rule = {
  holds: (value) => /^(https:\/\/\S+)?$/.test(value),
  expected: 'une adresse qui commence par https://',
};

/** What each value has to look like (LCEN, article 1-1; Code de commerce, articles R. 123-237 and R. 526-27). */
const rules: Readonly<Partial<Record<IdentityField, Rule>>> = {
  studioName: {
    holds: (value) => value.length <= 45,
    expected:
      'un texte de 45 caractères au plus, que la barre du site et les images de partage peuvent montrer',
  },
  legalStatus: {
    holds: (value) => !isCompany(value) || /capital/i.test(value),
    expected: 'la forme de la société avec son capital, comme « EURL au capital de 1 000 € »',
  },
  publisherName: {
    holds: (value, { legalStatus }) =>
      !/individuel|micro/i.test(legalStatus) || /\bEI\b|entrepreneur individuel/i.test(value),
    expected:
      'votre nom suivi de « EI », comme « Anne Durand EI », puisque le statut est l’entreprise individuelle',
  },
  registration: {
    holds: (value, { legalStatus }) =>
      sirenIn(value) !== undefined && (!isCompany(legalStatus) || /\bRCS\b/.test(value)),
    expected:
      'un numéro SIREN (9 chiffres) ou SIRET (14 chiffres), comme « SIREN 732 829 320, inscrit au RNE » ; d’une société, avec sa ville, comme « RCS Lyon 732 829 320 »',
  },
  github: page,
  linkedin: page,
  vat: {
    holds: (value, { registration }) => isVatMention(value, sirenIn(registration)),
    expected:
      'un numéro de TVA qui va avec le SIREN, comme « FR44 732829320 », ou « TVA non applicable, article 293 B du CGI »',
  },
  contactEmail: {
    holds: (value) => /^[^\s@<>",;]+@[^\s@<>",;]+\.[a-z]{2,}$/i.test(value),
    expected: 'une adresse e-mail seule, comme contact@studio-durand.fr',
  },
  siteAddress: {
    holds: (value) =>
      URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value,
    expected:
      'l’adresse du site en minuscules, sans chemin ni barre finale, comme https://www.studio-durand.fr (un nom accentué sous sa forme xn--…)',
  },
  address: postal,
  hostAddress: hostPostal,
  phone,
  hostPhone,
};

/**
 * Lists what is wrong with the identity; values that are still the shipped example are left to `identityGaps`.
 * @param values as in `src/content/identity.ts`
 * @param examples fields left alone
 */
export function identityProblems(
  values: Identity = identity,
  examples: readonly IdentityField[] = identityGaps(),
): ContentProblem<IdentityField>[] {
  const fields = (Object.keys(values) as IdentityField[]).filter((field) => !examples.includes(field));
  return fields.flatMap((field) => {
    const expected = expectedOf(field, values);
    if (expected === undefined) return [];
    const now = values[field] === '' ? 'est vide' : `vaut « ${values[field]} »`;
    return [{ file: FILE, field, fix: `${identityLabels[field]} ${now} ; il faut ${expected}.` }];
  });
}

/** What a value should be, undefined when it is. */
function expectedOf(field: IdentityField, values: Identity): string | undefined {
  const value = values[field];
  if (value === '' && optional.includes(field)) return undefined;
  if (value.trim() === '') return rules[field]?.expected ?? 'un texte';
  if (value !== value.trim()) return 'le même texte sans espace au début ni à la fin';
  const rule = rules[field];
  return rule === undefined || rule.holds(value, values) ? undefined : rule.expected;
}
