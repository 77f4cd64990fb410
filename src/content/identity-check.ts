import { type IdentityField, identity } from './identity.ts';
import { isCompany, isVatMention, sirenIn } from './registration.ts';

type Identity = Readonly<Record<IdentityField, string>>;

/** A test of a value, and the expected form as the end of ‘il faut …’. */
type Rule = readonly [holds: (value: string, all: Identity) => boolean, expected: string];

const PHONE = /^\+?[\d\s\u00a0\u202f().-]{7,20}$/;
const phone = 'un numéro de téléphone, comme 04 73 00 00 00 ou +33 4 73 00 00 00';
const page: Rule = [(value) => /^https:\/\/\S+$/.test(value), 'une adresse qui commence par https://'];
const anyText: Rule = [() => true, 'un texte'];
const trimmed: Rule = [() => false, 'le même texte sans espace au début ni à la fin'];

/** The required form of each value (LCEN, article 1-1; Code de commerce, articles R. 123-237 and R. 526-27). */
const rules: Readonly<Partial<Record<IdentityField, Rule>>> = {
  studioName: [
    (value) => value.length <= 45,
    'un texte de 45 caractères au plus, que la barre du site et les images de partage peuvent montrer',
  ],
  legalStatus: [
    (value) => !isCompany(value) || /capital/i.test(value),
    'la forme de la société avec son capital, comme « EURL au capital de 1 000 € »',
  ],
  publisherName: [
    (value, { legalStatus }) =>
      !/individuel|micro/i.test(legalStatus) || /\bEI\b|entrepreneur individuel/i.test(value),
    'votre nom suivi de « EI », comme « Anne Durand EI », puisque le statut est l’entreprise individuelle',
  ],
  registration: [
    (value, { legalStatus }) =>
      sirenIn(value) !== undefined && (!isCompany(legalStatus) || /\bRCS\b/.test(value)),
    'un numéro SIREN (9 chiffres) ou SIRET (14 chiffres), comme « SIREN 732 829 320, inscrit au RNE » ; d’une société, avec sa ville, comme « RCS Lyon 732 829 320 »',
  ],
  vat: [
    (value, { registration }) => isVatMention(value, sirenIn(registration)),
    'un numéro de TVA qui va avec le SIREN, comme « FR44 732829320 », ou « TVA non applicable, article 293 B du CGI »',
  ],
  contactEmail: [
    (value) => /^[^\s@<>",;]+@[^\s@<>",;]+\.[a-z]{2,}$/i.test(value),
    'une adresse e-mail seule, comme contact@studio-durand.fr',
  ],
  siteAddress: [
    (value) => /^https?:/.test(value) && URL.parse(value)?.origin === value,
    'l’adresse du site en minuscules, sans chemin ni barre finale, comme https://www.studio-durand.fr (un nom accentué sous sa forme xn--…)',
  ],
  address: [
    (value) => /\d{4}/.test(value) && value.includes(' '),
    'une adresse postale entière, avec son code postal',
  ],
  // A host abroad may have a postcode with letters, or none; a host's phone may have four digits.
  hostAddress: [
    (value) => /\d/.test(value) && value.includes(' '),
    'une adresse postale entière, avec son numéro, sa ville et son pays',
  ],
  phone: [(value) => PHONE.test(value), phone],
  hostPhone: [(value) => PHONE.test(value) || /^[13]\d{3}$/.test(value), phone],
  github: page,
  linkedin: page,
};

/**
 * Lists errors in the identity.
 * @param values as in `src/content/identity.ts`
 */
export function identityProblems(values: Identity = identity): string[] {
  const optional = ['mediator', 'github', 'linkedin'];
  return (Object.keys(values) as IdentityField[]).flatMap((field) => {
    const value = values[field];
    if (value === '' && optional.includes(field)) return [];
    const [holds, expected] = value === value.trim() ? (rules[field] ?? anyText) : trimmed;
    if (value !== '' && holds(value, values)) return [];
    const now = value === '' ? 'est vide' : `vaut « ${value} »`;
    return [`src/content/identity.ts, ${field} : ${now} ; il faut ${expected}.`];
  });
}
