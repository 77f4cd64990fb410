import { forms } from '../../src/legal/forms.ts';
import { vatNumberOf } from '../../src/legal/registration.ts';
import { placeholders } from '../../src/words/text-faults.ts';
import { quoted } from './faults.ts';
import type { FileName } from './schema.ts';
import { isSameText } from './typography.ts';
import type { Group, Path, Typed, YamlFile } from './yaml-file.ts';

export type Files = Readonly<Record<FileName, YamlFile>>;
export type Report = (file: FileName, path: Path, text: string) => void;

export interface Context {
  /** Whether a value still waits for the owner. */
  isOpen(file: FileName, path: Path): boolean;
  /** Whether a value is wrong by itself, or its group has a field that does not exist. */
  isWrong(file: FileName, path: Path): boolean;
  /** As `2026-11-29`. */
  today: string;
}

type Texts = Readonly<Record<string, string | undefined>>;
type Rule = (texts: Texts, has: (key: string) => boolean, context: Context) => boolean;
/** The groups, with `*` for each item of a list; the key at which they are wrong; what is wrong there. */
type Row = readonly [file: FileName, groups: string, key: string, isWrong: Rule, sentence: string];

const isKind = (kind: 'person' | 'company' | 'association', form = '') =>
  Object.hasOwn(forms, form) && forms[form as keyof typeof forms].kind === kind;
const digits = (text = '') => text.replace(/\D/g, '');

const EEA =
  'allemagne autriche belgique bulgarie chypre croatie danemark espagne estonie finlande france grèce hongrie irlande islande italie lettonie liechtenstein lituanie luxembourg malte norvège pays-bas pologne portugal roumanie slovaquie slovénie suède tchéquie'.split(
    ' ',
  );
const isAbroad = (country: string | undefined) =>
  country !== undefined && !EEA.includes(country.toLowerCase());
const TRANSFER =
  'manque ; hors de l’Union européenne, il faut ce qui autorise le transfert (RGPD, articles 44 à 49)';

/** What several values of a group say together, for every group of a pattern. */
const rows: readonly Row[] = [
  ...['offers/*', 'regie'].flatMap((groups): Row[] => [
    [
      'offers',
      groups,
      'maximum',
      ({ price, maximum }) => Number(maximum) < Number(price),
      'est au-dessous du prix ; il faut un prix maximal plus haut',
    ],
    [
      'offers',
      groups,
      'from',
      ({ from, maximum }) => from === 'oui' && maximum !== undefined,
      'vaut « oui » ; avec un prix maximal, il faut « non »',
    ],
    ...['maximum', 'unit', 'package', 'part'].map(
      (key): Row => [
        'offers',
        groups,
        key,
        ({ price }, has) => price === undefined && has(key),
        'ne dit rien sans prix ; il faut un prix, ou rien ici',
      ],
    ),
    [
      'offers',
      groups,
      'from',
      ({ from, price }) => price === undefined && from === 'oui',
      'vaut « oui » ; il faut un prix, ou « non »',
    ],
  ]),
  [
    'studio',
    '',
    'consumers',
    ({ consumers }, has) => consumers === 'oui' && !has('mediator'),
    'vaut « oui » ; il faut alors un médiateur, mediator (Code de la consommation, R. 616-1)',
  ],
  [
    'studio',
    'publisher',
    'name',
    ({ form, name }) =>
      isKind('person', form) && name !== undefined && !/\bEI\b|entrepreneur individuel/i.test(name),
    'ne porte pas la mention ; il faut « EI » après votre nom (Code de commerce, R. 526-27)',
  ],
  [
    'studio',
    'publisher',
    'siren',
    ({ form, siren }) => (isKind('person', form) || isKind('company', form)) && siren === undefined,
    'manque ; il faut votre numéro SIREN (Code de commerce, R. 123-237)',
  ],
  [
    'studio',
    'publisher',
    'siren',
    ({ siren }, _has, { isOpen }) => /^0+$/.test(digits(siren)) && !isOpen('studio', ['publisher', 'siren']),
    'n’est fait que de zéros ; il faut votre numéro SIREN',
  ],
  [
    'studio',
    'publisher',
    'rna',
    ({ form, siren, rna }) => isKind('association', form) && siren === undefined && rna === undefined,
    'manque ; une association publie son numéro RNA ou SIREN (LCEN, article 1-1)',
  ],
  [
    'studio',
    'publisher',
    'rcs',
    ({ form, rcs }) => isKind('company', form) && rcs === undefined,
    'manque ; une société publie la ville de son RCS (Code de commerce, R. 123-237)',
  ],
  [
    'studio',
    'publisher',
    'rcs',
    ({ rcs = '' }) => /\br\.?c\.?s\b|\d/i.test(rcs),
    'contient plus qu’une ville ; il faut son seul nom, comme Lyon',
  ],
  [
    'studio',
    'publisher',
    'capital',
    ({ form, capital }) => isKind('company', form) && capital === undefined,
    'manque ; une société publie son capital (LCEN, article 1-1)',
  ],
  [
    'studio',
    'publisher',
    'capital',
    ({ form, capital }) => !isKind('company', form) && capital !== undefined,
    'ne va pas avec la forme juridique ; une société seule a un capital',
  ],
  [
    'studio',
    'publisher',
    'vat',
    ({ vat = '', siren }) => vat.startsWith('FR') && siren !== undefined && !isVatOf(vat, siren),
    'ne va pas avec le SIREN ; il faut FR, une clé de deux signes, puis vos 9 chiffres',
  ],
  [
    'studio',
    'host',
    'transfer',
    ({ country, transfer }) => isAbroad(country) && transfer === undefined,
    TRANSFER,
  ],
  [
    'studio',
    'mail',
    'transfer',
    ({ country, transfer }) => isAbroad(country) && transfer === undefined,
    TRANSFER,
  ],
  [
    'studio',
    'accessibility',
    'date',
    ({ date = '' }, _has, { today }) => date > today,
    'est dans l’avenir ; il faut le jour de votre vérification',
  ],
  [
    'studio',
    'pictures',
    'portraitAlt',
    ({ portrait, portraitAlt }) => portrait !== undefined && portraitAlt === undefined,
    'manque ; il faut une description du portrait',
  ],
  [
    'references',
    'references/*',
    'alt',
    ({ picture, alt }) => picture !== undefined && alt === undefined,
    'manque ; il faut une description de l’image',
  ],
  [
    'references',
    'references/*',
    'date',
    ({ date = '' }, _has, { today }) => date > today,
    'est dans l’avenir ; il faut une année ou un mois passés',
  ],
  [
    'references',
    'references/*/quote',
    'date',
    ({ date = '' }, _has, { today }) => date > today,
    'est dans l’avenir ; il faut une année ou un mois passés',
  ],
];

function isVatOf(vat: string, siren: string): boolean {
  const bare = (number: string) => number.replace(/\s/g, '');
  // Keys with letters follow no published rule.
  if (/^FR ?(?:[A-Z].|.[A-Z])/.test(vat)) return digits(vat).endsWith(digits(siren));
  return bare(vat) === bare(vatNumberOf(siren));
}

/** The keys whose values differ among the items of any list. */
const unique = ['id', 'title', 'tab', 'name', 'address', 'link', 'UrlInProd', 'type'];

/** The files whose sentences may hold `{lieu}` and the like. */
const filled: readonly FileName[] = ['home', 'about', 'contact', 'offers', 'references'];

/** Reports what no value shows by itself. */
export function crossCheck(files: Files, report: Report, context: Context): void {
  for (const [file, pattern, key, isWrong, sentence] of rows)
    for (const path of groupsAt(files[file].value, pattern.split('/').filter(Boolean))) {
      const group = valueAt(files[file].value, path) as Group;
      const texts = Object.entries(group).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      const has = (name: string) => group[name] !== undefined;
      if (!context.isWrong(file, [...path, key]) && isWrong(Object.fromEntries(texts), has, context))
        report(file, [...path, key], sentence);
    }
  for (const [name, { value }] of Object.entries(files) as [FileName, YamlFile][])
    walk(value ?? {}, [], (inner, path) => {
      if (Array.isArray(inner)) repeated(inner, (tail) => report(name, [...path, ...tail], TWICE));
      const [found] =
        typeof inner === 'string' && !filled.includes(name) ? (PLACEHOLDER.exec(inner) ?? []) : [];
      if (found) report(name, path, `contient ${quoted(found)} ; il faut les mots eux-mêmes dans ce fichier`);
    });
  const { offers = [], regie } = (files.offers.value ?? {}) as { offers?: Group[]; regie?: Group };
  if (regie && Array.isArray(offers))
    repeated(
      [...offers, regie],
      ([index, key]) => index === offers.length && report('offers', ['regie', key ?? ''], TWICE),
    );
  const pages = ['home', 'about', 'contact'] as const;
  repeated(
    pages.map((page) => files[page].value?.['description'] ?? page),
    ([index]) => report(pages[Number(index)] ?? 'home', ['description'], TWICE),
  );
}

const TWICE = 'est déjà écrit plus haut ; il faut une autre valeur';
const PLACEHOLDER = RegExp(`\\{(?:${placeholders.join('|')})\\}`);

/** Calls back for each item, or key of an item, that an earlier one equals. */
function repeated(items: readonly Typed[], report: (tail: Path) => void): void {
  const seen: [string, string][] = [];
  const look = (key: string, value: Typed | undefined, tail: Path) => {
    if (typeof value !== 'string') return;
    if (seen.some(([other, text]) => other === key && isSameText(text.toLowerCase(), value.toLowerCase())))
      report(tail);
    else seen.push([key, value]);
  };
  items.forEach((item, index) => {
    look('', item, [index]);
    if (typeof item === 'object' && !Array.isArray(item))
      for (const key of unique) look(key, item[key], [index, key]);
  });
}

/** Calls back for a value and all it holds. */
export function walk(value: Typed, path: Path, visit: (value: Typed, path: Path) => void): void {
  visit(value, path);
  if (typeof value === 'string') return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) walk(inner, [...path, isList ? Number(key) : key], visit);
}

export function valueAt(value: Typed | undefined, path: Path): Typed | undefined {
  return path.reduce<Typed | undefined>(
    (at, key) => (typeof at === 'object' ? (at as Group)[key] : undefined),
    value,
  );
}

/** Lists the groups of a pattern that exist. */
export function groupsAt(
  value: Typed | undefined,
  [first, ...rest]: readonly string[],
  path: Path = [],
): Path[] {
  if (typeof value !== 'object') return [];
  if (first === undefined) return Array.isArray(value) ? [] : [path];
  if (first !== '*') return Array.isArray(value) ? [] : groupsAt(value[first], rest, [...path, first]);
  return Array.isArray(value) ? value.flatMap((item, index) => groupsAt(item, rest, [...path, index])) : [];
}
