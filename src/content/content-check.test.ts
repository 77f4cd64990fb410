import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mediaProblems, offersProblems } from './content-check.server.ts';
import { identity } from './identity.ts';
import { identityProblems } from './identity-check.ts';
import { publisherFacts } from './legal-mention.ts';
import { allPrices, fixedPriceOffers } from './offers.ts';

const PUBLIC = resolve(import.meta.dirname, '../../public');

const right = {
  ...identity,
  studioName: 'Studio Durand',
  publisherName: 'Anne Durand EI',
  registration: 'SIREN 732 829 320, RCS de Lyon',
  vat: 'FR44 732829320',
};

describe('LEGAL-1: the identity', () => {
  it.each([
    ['studioName', '', 'il faut un texte'],
    ['studioName', ' Studio Durand', 'sans espace au début'],
    ['studioName', 'Studio Durand '.repeat(4).trim(), '45 caractères au plus'],
    ['publisherName', 'Anne Durand', 'suivi de « EI »'],
    ['registration', 'SIREN 732 829', 'SIREN (9 chiffres)'],
    ['registration', 'RCS de Lyon', 'SIREN (9 chiffres)'],
    ['vat', 'FR44 732829321', 'TVA qui va avec le SIREN'],
    ['contactEmail', 'contact@studio', 'adresse e-mail seule'],
    ['contactEmail', 'Anne <a@studio.fr>', 'adresse e-mail seule'],
    ['siteAddress', 'www.studio-durand.fr', 'sans chemin ni barre finale'],
    ['siteAddress', 'https://www.studio-durand.fr/', 'sans chemin ni barre finale'],
    ['address', 'Lyon', 'code postal'],
    ['phone', '04 73', 'numéro de téléphone'],
    ['hostPhone', 'voir le site', 'numéro de téléphone'],
    ['phone', '1007', 'numéro de téléphone'],
    ['hostAddress', 'Dublin', 'adresse postale entière'],
  ] as const)('names file, field and fix for %s = ‘%s’', (field, value, fix) => {
    const problems = identityProblems({ ...right, [field]: value });
    const own = problems.filter((line) => line.startsWith(`src/content/identity.ts, ${field} : `));
    expect(own).toEqual([expect.stringContaining(fix)]);
  });

  it.each([
    ['github', ''],
    ['hostAddress', 'Gordon House, Barrow Street, Dublin 4, Irlande'],
    ['hostAddress', '27 Old Gloucester Street, London WC1N 3AX, Royaume-Uni'],
    ['hostPhone', '1007'],
  ])('accepts %s = ‘%s’', (field, value) => {
    expect(identityProblems({ ...right, [field]: value })).toEqual([]);
  });

  const bothNames = ['Dénomination sociale: Durand Logiciels', 'Nom commercial: Studio Durand'];

  it.each([
    [
      'Statut',
      'Micro-entreprise',
      'Anne EI',
      ['Nom de l’entreprise: Anne EI, exerçant sous le nom Studio Durand'],
    ],
    ['Statut', 'Entrepreneur individuel', 'Studio Durand EI', ['Nom de l’entreprise: Studio Durand EI']],
    ['Forme et capital', 'EURL au capital de 1 000 €', 'Durand Logiciels', bothNames],
    ['Forme et capital', 'Société unipersonnelle au capital de 1 000 €', 'Durand Logiciels', bothNames],
    [
      'Forme et capital',
      'S.A.S.U. au capital de 500 €',
      'Studio Durand',
      ['Dénomination sociale: Studio Durand'],
    ],
  ])('is right and reads right in the legal notice: %s, %s', (label, legalStatus, publisherName, names) => {
    const own = { ...right, registration: 'RCS Lyon 732 829 320', legalStatus, publisherName };
    expect(identityProblems(own)).toEqual([]);
    expect(publisherFacts(own).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      `${label}: ${legalStatus}`,
      ...names,
      'Immatriculation: RCS Lyon 732 829 320',
    ]);
  });

  it('of a company names its capital and its register', () => {
    const company = { ...right, legalStatus: 'SARL', registration: 'SIREN 732 829 320' };
    expect(identityProblems(company)).toEqual([
      expect.stringContaining('legalStatus : '),
      expect.stringContaining('registration : '),
    ]);
  });
});

describe('CARD-5: prices and cards', () => {
  it.each([
    ['hour', 0],
    ['hour', 49.9],
    ['audit', Number.NaN],
    ['dayMin', 900],
  ])('name file, field and fix for %s = %s', (field, value) => {
    expect(offersProblems({ ...allPrices, [field]: value })).toEqual([
      expect.stringContaining(`src/content/offers.ts, prices.${field} : vaut ${value}`),
    ]);
  });

  it('are the five offers of the specification as shipped', () => {
    expect(fixedPriceOffers.map(({ titre, price }) => `${titre}: ${price}`)).toEqual([
      'Site vitrine: À partir de 750\u202f€ TTC\nformule Essentiel',
      'Application web ou mobile: MVP à partir de 1\u202f800\u202f€ TTC\nprojet complet sur devis',
      'Refonte technique: À partir de 400\u202f€ TTC\naudit et travaux ciblés',
      'Conseil: 50\u202f€/h TTC\nforfait découverte\u00a0: 250\u202f€ TTC pour 5\u202fh',
      'Maintenance: À partir de 90\u202f€ TTC par mois\nselon la taille du projet',
    ]);
  });

  it('may be any number of cards, from one up, without an empty text', () => {
    const [first, ...others] = fixedPriceOffers;
    const emptied = [{ ...first, titre: ' ' }, ...others] as typeof fixedPriceOffers;
    expect(offersProblems(allPrices, emptied)).toEqual([expect.stringContaining('fixedPriceOffers[0] : ')]);
    expect(offersProblems(allPrices, others.slice(0, 1))).toEqual([]);
    expect(offersProblems(allPrices, [])).toEqual([expect.stringContaining('fixedPriceOffers : ')]);
  });
});

it.each([
  ['images/avatar.svg', 'a photograph', 'ce n’est pas un dessin SVG'],
  ['video/home-video.mp4', 'no film', 'ce n’est pas une vidéo MP4'],
  ['images/home-poster.avif', undefined, 'le fichier manque'],
  ['images/home-poster.avif', 'RIFF1234WEBP', 'ce n’est pas une image AVIF'],
  ['icon-512.png', 'GIF89a', 'ce n’est pas une image PNG'],
  ['favicon.svg', `<svg>${' '.repeat(60_000)}</svg>`, '61 ko, c’est trop lourd ; il faut 50 ko au plus'],
])('a picture or video that cannot be shown is named with its fix: %s', async (path, bytes, fix) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-media-'));
  cpSync(PUBLIC, folder.path, { recursive: true });
  if (bytes === undefined) rmSync(join(folder.path, path));
  else writeFileSync(join(folder.path, path), bytes);
  expect(mediaProblems(folder.path)).toEqual([expect.stringContaining(`public/${path} : ${fix}`)]);
});
