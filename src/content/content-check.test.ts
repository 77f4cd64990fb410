import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeProblem } from './content-problem.ts';
import { identity } from './identity.ts';
import { identityProblems } from './identity-check.ts';
import { publisherFacts } from './legal-mention.ts';
import { mediaProblems } from './media-check.server.ts';
import { allPrices, fixedPriceOffers } from './offers.ts';
import { offersProblems } from './offers-check.ts';

const PUBLIC = resolve(import.meta.dirname, '../../public');

const right = {
  ...identity,
  studioName: 'Studio Durand',
  publisherName: 'Anne Durand EI',
  registration: 'SIREN 732 829 320, RCS de Lyon',
  vat: 'FR44 732829320',
};

describe('LEGAL-1: the identity', () => {
  it('is left alone while it is the shipped example', () => expect(identityProblems()).toEqual([]));
  it('is right with values of one’s own', () => expect(identityProblems(right, [])).toEqual([]));

  it.each([
    ['studioName', '', 'il faut un texte'],
    ['studioName', ' Studio Durand', 'sans espace au début'],
    ['studioName', 'Studio Durand '.repeat(4).trim(), '45 caractères au plus'],
    ['publisherName', 'Anne Durand', 'suivi de « EI »'],
    ['registration', 'SIREN 732 829', 'SIREN (9 chiffres)'],
    ['registration', 'SIREN 000 000 000', 'SIREN (9 chiffres)'],
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
    const problems = identityProblems({ ...right, [field]: value }, []).map(describeProblem);
    const own = problems.filter((line) => line.startsWith(`src/content/identity.ts, ${field} : `));
    expect(own).toHaveLength(1);
    expect(own[0]).toContain(fix);
  });

  it.each([
    ['hostAddress', 'Gordon House, Barrow Street, Dublin 4, Irlande'],
    ['hostAddress', '27 Old Gloucester Street, London WC1N 3AX, Royaume-Uni'],
    ['hostPhone', '1007'],
  ])('takes what hosts publish: %s = ‘%s’', (field, value) => {
    expect(identityProblems({ ...right, [field]: value }, [])).toEqual([]);
  });

  it.each([
    [
      { legalStatus: 'Entreprise individuelle (micro-entreprise)', publisherName: 'Anne Durand EI' },
      'Statut : Entreprise individuelle (micro-entreprise) ; Nom de l’entreprise : Anne Durand EI, exerçant sous le nom Studio Durand',
    ],
    [
      { legalStatus: 'Entrepreneur individuel', publisherName: 'Anne Durand EI', studioName: 'Anne Durand' },
      'Statut : Entrepreneur individuel ; Nom de l’entreprise : Anne Durand EI',
    ],
    [
      { legalStatus: 'EURL au capital de 1 000 €', publisherName: 'Durand Logiciels' },
      'Forme et capital : EURL au capital de 1 000 € ; Dénomination sociale : Durand Logiciels ; Nom commercial : Studio Durand',
    ],
    [
      {
        legalStatus: 'Entreprise unipersonnelle à responsabilité limitée au capital de 1 000 €',
        publisherName: 'Durand Logiciels',
      },
      'Forme et capital : Entreprise unipersonnelle à responsabilité limitée au capital de 1 000 € ; Dénomination sociale : Durand Logiciels ; Nom commercial : Studio Durand',
    ],
    [
      { legalStatus: 'S.A.S.U. au capital de 500 €', publisherName: 'Studio Durand' },
      'Forme et capital : S.A.S.U. au capital de 500 € ; Dénomination sociale : Studio Durand',
    ],
    [
      { legalStatus: 'SASU au capital de 500 €', publisherName: 'Studio Durand' },
      'Forme et capital : SASU au capital de 500 € ; Dénomination sociale : Studio Durand',
    ],
  ])('of %o is right and reads right in the legal notice', (form, notice) => {
    const own = { ...right, mediator: '', registration: 'RCS Lyon 732 829 320', ...form };
    expect(identityProblems(own, [])).toEqual([]);
    const facts = publisherFacts(own).map(({ label, value }) => `${label} : ${value}`);
    expect(facts.join(' ; ')).toBe(`${notice} ; Immatriculation : RCS Lyon 732 829 320`);
  });

  it('of a company names its capital and its register', () => {
    const company = {
      ...right,
      legalStatus: 'SARL',
      publisherName: 'Durand SARL',
      registration: 'SIREN 732 829 320',
    };
    expect(identityProblems(company, []).map(({ field }) => field)).toEqual(['legalStatus', 'registration']);
  });
});

describe('CARD-5: prices and cards', () => {
  it('are right as shipped', () => expect(offersProblems()).toEqual([]));

  it.each([
    ['hour', 0],
    ['hour', 49.9],
    ['audit', Number.NaN],
    ['dayMin', 900],
  ])('name file, field and fix for %s = %s', (field, value) => {
    const problems = offersProblems({ ...allPrices, [field]: value }).map(describeProblem);
    expect(problems).toEqual([
      expect.stringContaining(`src/content/offers.ts, prices.${field} : vaut ${value}`),
    ]);
  });

  it('are the five offers of the specification as shipped', () => {
    const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(fixedPriceOffers.map(({ titre, price }) => `${titre}: ${plain(price)}`)).toEqual([
      'Site vitrine: À partir de 750 € TTC\nformule Essentiel',
      'Application web ou mobile: MVP à partir de 1 800 € TTC\nprojet complet sur devis',
      'Refonte technique: À partir de 400 € TTC\naudit et travaux ciblés',
      'Conseil: 50 €/h TTC\nforfait découverte : 250 € TTC pour 5 h',
      'Maintenance: À partir de 90 € TTC par mois\nselon la taille du projet',
    ]);
  });

  it('may be any number of cards, from one up, without an empty text', () => {
    const [first, ...others] = fixedPriceOffers;
    const emptied = [{ ...first, titre: ' ' }, ...others] as typeof fixedPriceOffers;
    expect(offersProblems(allPrices, emptied).map(({ field }) => field)).toEqual(['fixedPriceOffers[0]']);
    expect(offersProblems(allPrices, others.slice(0, 1))).toEqual([]);
    expect(offersProblems(allPrices, []).map(({ field }) => field)).toEqual(['fixedPriceOffers']);
  });
});

describe('pictures and video', () => {
  it('are right as shipped', () => expect(mediaProblems(PUBLIC)).toEqual([]));

  it.each([
    ['images/avatar.svg', 'a photograph', 'ce n’est pas un dessin SVG'],
    ['video/home-video.mp4', 'no film', 'ce n’est pas une vidéo MP4'],
    ['images/home-poster.avif', undefined, 'le fichier manque'],
    ['images/home-poster.avif', 'RIFF1234WEBP', 'ce n’est pas une image AVIF'],
    ['favicon.svg', `<svg>${' '.repeat(60_000)}</svg>`, 'ko, c’est trop lourd'],
    ['video/home-video.mp4', `0000ftyp${' '.repeat(700_000)}`, 'il faut 700 ko au plus'],
    ['images/home-poster.avif', `0000ftypavif${' '.repeat(16_000)}`, 'il faut 16 ko au plus'],
  ])('name the file and the fix for %s', (path, bytes, fix) => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-media-'));
    cpSync(PUBLIC, folder, { recursive: true });
    if (bytes === undefined) rmSync(join(folder, path));
    else writeFileSync(join(folder, path), bytes);
    expect(mediaProblems(folder).map(describeProblem)).toEqual([
      expect.stringContaining(`public/${path} : ${fix}`.slice(0, -fix.length)),
    ]);
    expect(mediaProblems(folder)[0]?.fix).toContain(fix);
    rmSync(folder, { recursive: true });
  });
});
