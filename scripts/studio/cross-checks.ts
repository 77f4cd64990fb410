import { plainTextFault, textFault } from '../../src/words/text-faults.ts';
import { quoted } from './faults.ts';
import { duties, LAW, unmetDuties } from './legal/forms.ts';
import { vatNumberOf } from './legal/registration.ts';
import type { FileName } from './schema.ts';
import { bare } from './typography.ts';
import type { Group, Path, Typed, YamlFile } from './yaml-file.ts';

export type Files = Readonly<Record<FileName, YamlFile>>;
export type Report = (file: FileName, path: Path, text: string) => void;

export interface Context {
  /** Tells whether a value still waits for the owner. */
  isOpen(file: FileName, path: Path): boolean;
  /** Tells whether a value is wrong by itself, or its group has an unknown field. */
  isWrong(file: FileName, path: Path): boolean;
  /** The date of today, such as `2026-11-29`. */
  today: string;
}

type Texts = Readonly<Record<string, string | undefined>>;
type Rule = (texts: Texts, has: (key: string) => boolean, context: Context) => boolean;
/** A rule about a group: the key to report, when the group is wrong, and what is right, after « il faut ». */
type Row = readonly [key: string, isWrong: Rule, expected: string];

const digits = (text = '') => text.replace(/\D/g, '');

const EEA =
  'allemagne autriche belgique bulgarie chypre croatie danemark espagne estonie finlande france grèce hongrie irlande islande italie lettonie liechtenstein lituanie luxembourg malte norvège pays-bas pologne portugal roumanie slovaquie slovénie suède tchéquie'.split(
    ' ',
  );
const priced: readonly Row[] = [
  ['maximum', ({ price, maximum }) => Number(maximum) < Number(price), 'un montant plus haut que le prix'],
  ['from', ({ from, maximum }) => from === 'oui' && !!maximum, '« non » avec un prix maximal'],
  ['from', ({ from, price }) => from === 'oui' && !price, 'aussi un prix, ou « non »'],
  ...['maximum', 'unit', 'package', 'part'].map(
    (key): Row => [key, ({ price }, has) => !price && has(key), 'aussi un prix, ou rien ici'],
  ),
];
const isAbroad = (country = '') => country !== '' && !EEA.includes(country.toLowerCase());
const abroad: readonly Row[] = [
  [
    'transfer',
    ({ country, transfer }) => isAbroad(country) && !transfer,
    `« adéquation » ou « clauses », qui permettent un transfert hors de l’Espace économique européen (${LAW.transfers})`,
  ],
  [
    'transfer',
    ({ country, transfer }) => !isAbroad(country) && !!transfer,
    'un champ vide : dans l’Espace économique européen, rien n’est transféré au dehors',
  ],
];
/** Rules about who stores data: the country is needed unless the address is a French one. */
const storer: readonly Row[] = [
  ...abroad,
  [
    'country',
    ({ country, address = '' }) =>
      !country && /\d/.test(address) && !/\d{5}[ \u00a0]\p{L}[^\d]*$/u.test(address),
    'le pays de cette adresse',
  ],
];
const dated: readonly Row[] = [['date', ({ date = '' }, _has, { today }) => date > today, 'une date passée']];
const publisher: readonly Row[] = [
  ...duties.map(
    (duty): Row => [
      duty.field,
      (texts) => unmetDuties(texts).includes(duty),
      `${duty.expected} (${duty.rule})`,
    ],
  ),
  [
    'siren',
    ({ siren }, _has, { isOpen }) => /^0+$/.test(digits(siren)) && !isOpen('studio', ['publisher', 'siren']),
    'votre numéro SIREN',
  ],
  [
    'vat',
    ({ vat = '', siren }) => vat.startsWith('FR') && !!siren && !isVatOf(vat, siren),
    'le numéro qui va avec le SIREN : FR, sa clé, puis les 9 chiffres',
  ],
];

/** Rules about several values of a group, by file and group; `*` stands for each item of a list. */
const rows: readonly (readonly [FileName, string, readonly Row[]])[] = [
  ['offers', 'offers/*', priced],
  ['offers', 'regie', priced],
  [
    'studio',
    '',
    [
      [
        'consumers',
        ({ consumers }, has) => consumers === 'oui' && !has('mediator'),
        `aussi un médiateur, dans mediator (${LAW.mediator})`,
      ],
    ],
  ],
  ['studio', 'publisher', publisher],
  ['studio', 'host', storer],
  ['studio', 'storage', storer],
  ['studio', 'mail', abroad],
  ['contact', 'booking', abroad],
  ['studio', 'accessibility', dated],
  ['studio', 'pictures', described('portrait', 'portraitAlt')],
  [
    'references',
    'references/*',
    [
      ...dated,
      ...described('picture', 'alt'),
      [
        'date',
        ({ date }, has) => has('quote') && !date,
        `la date du projet que l’avis décrit (${LAW.opinions})`,
      ],
    ],
  ],
  ['references', 'references/*/quote', dated],
];

function described(picture: string, alt: string): readonly Row[] {
  return [[alt, (_texts, has) => has(picture) && !has(alt), 'une description de l’image']];
}

function isVatOf(vat: string, siren: string): boolean {
  const bare = (number: string) => number.replace(/\s/g, '');
  // VAT keys with letters follow no published rule, so only the SIREN is compared.
  if (/^FR ?(?:[A-Z].|.[A-Z])/.test(vat)) return digits(vat).endsWith(digits(siren));
  return bare(vat) === bare(vatNumberOf(siren));
}

/** Keys whose values must differ among the items of any list. */
const unique = ['id', 'title', 'tab', 'name', 'address', 'link', 'UrlInProd', 'type'];

/** Files whose sentences may hold names in braces, such as `{lieu}`. */
const filled: readonly FileName[] = ['home', 'about', 'contact', 'offers', 'references'];

/** Reports faults that only several values together show. */
export function crossCheck(files: Files, report: Report, context: Context): void {
  for (const [file, pattern, checks] of rows)
    for (const path of groupsAt(files[file].value, pattern.split('/').filter(Boolean))) {
      const group = valueAt(files[file].value, path) as Group;
      const texts = Object.fromEntries(
        Object.entries(group).filter(([, value]) => typeof value === 'string'),
      ) as Texts;
      const has = (name: string) => group[name] !== undefined;
      for (const [key, isWrong, expected] of checks) {
        if (context.isWrong(file, [...path, key]) || !isWrong(texts, has, context)) continue;
        const state = has(key) ? 'est rempli' : 'manque';
        const found = texts[key] === undefined ? state : `vaut ${quoted(texts[key])}`;
        report(file, [...path, key], `${found} ; il faut ${expected}`);
      }
    }
  for (const [name, { value }] of Object.entries(files) as [FileName, YamlFile][])
    walk(value ?? {}, [], (inner, path) => {
      if (Array.isArray(inner))
        repeated(inner, (tail, text) => report(name, [...path, ...tail], twice(text)));
      if (typeof inner !== 'string' || filled.includes(name) || textFault(inner)) return;
      const fault = plainTextFault(inner);
      if (fault) report(name, path, fault);
    });
  const { offers = [], regie } = (files.offers.value ?? {}) as { offers?: Group[]; regie?: Group };
  if (regie && Array.isArray(offers))
    repeated([...offers, regie], ([index, key], text) => {
      if (index === offers.length) report('offers', ['regie', key ?? ''], twice(text));
    });
  const pages = ['home', 'about', 'contact'] as const;
  repeated(
    pages.map((page) => files[page].value?.['description'] ?? page),
    ([index], text) => report(pages[Number(index)] ?? 'home', ['description'], twice(text)),
  );
}

const twice = (text: string) => `${quoted(text)} est déjà écrit plus haut ; il faut une autre valeur`;

/** Calls back for each item, or value of an item, that equals an earlier one. */
function repeated(items: readonly Typed[], report: (tail: Path, text: string) => void): void {
  const seen = new Set<string>();
  const look = (key: string, value: Typed | undefined, tail: Path) => {
    if (typeof value !== 'string') return;
    const entry = `${key} ${bare(value).toLowerCase()}`;
    if (seen.has(entry)) report(tail, value);
    seen.add(entry);
  };
  items.forEach((item, index) => {
    look('', item, [index]);
    if (typeof item === 'object' && !Array.isArray(item))
      for (const key of unique) look(key, item[key], [index, key]);
  });
}

/** Calls back for a value and everything inside it. */
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

/** Lists the existing groups that match a pattern. */
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
