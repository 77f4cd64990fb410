import { startProject } from '../../src/words/specified.ts';
import { paletteOf } from '../colours/colours.ts';
import { accessibilityOf } from './legal/accessibility.ts';
import { VAT_EXEMPTION } from './legal/forms.ts';
import { frenchDate } from './legal/french-date.ts';
import { legalMentionOf } from './legal/legal-mention.ts';
import { opinionNote } from './legal/opinions.ts';
import { internationalNumber } from './legal/phone-number.ts';
import { privacyOf } from './legal/privacy.ts';
import { rulesOfLaw } from './legal/rules.ts';
import { figureOf, type Offer, priceLines, type Regie, ratesOf, shortPrice, taxOf } from './prices.ts';
import type { Studio } from './schema.ts';

export type Site = ReturnType<typeof siteOf>;

/** Returns the texts that replace names such as `{lieu}` in the owner's sentences. */
export function wordsOf({ studio, contact }: Studio) {
  return {
    lieu: studio.place.at,
    metier: studio.person.job,
    ville: inTown(studio.place.city),
    delai: contact.answerDays === 1 ? 'un jour ouvré' : `${contact.answerDays}\u00a0jours ouvrés`,
    echange: contact.firstMeeting === 60 ? 'une heure' : minutes(contact.firstMeeting),
  };
}

/** Writes « à Lyon », « au Mans » or « aux Ulis ». */
function inTown(city: string): string {
  return `à ${city}`.replace(/^à Le(s?) /, 'au$1 ').replace(/^aus /, 'aux ');
}

/** Joins trade and town, the words that people type into a search engine. */
export const tradeAndTown = (job: string, city: string) => `${job} ${inTown(city)}`;

/** Identifies the firm in structured data by its SIREN (ISO 6523, register 0002); the example's zeros are left out. */
function registeredAs({ siren, vat }: Studio['studio']['publisher']) {
  const digits = siren?.replace(/\D/g, '');
  return {
    ...(digits && !/^0+$/.test(digits) && { iso6523Code: `0002:${digits}` }),
    ...(vat !== 'non' && { vatID: vat.replace(/\s/g, '') }),
  };
}

/** Writes minutes, with the number as a word if French has a single word for it. */
function minutes(count: number): string {
  const words: Readonly<Record<number, string>> = {
    15: 'quinze',
    20: 'vingt',
    30: 'trente',
    45: 'quarante-cinq',
  };
  return `${words[count] ?? count}\u00a0minutes`;
}

/** Replaces names in braces by their words, in every text of a value. */
function filled<Value>(value: Value, words: Readonly<Record<string, string>>): Value {
  const text = JSON.stringify(value).replace(/\{(\w+)\}/g, (name, key) => words[key] ?? name);
  return JSON.parse(text);
}

/**
 * Derives from a studio's folder all that pages, mails and search engines say of it: prices as sentences, legal pages, colours.
 * @param filmTone see `filmToneOf`
 */
export function siteOf(given: Studio, filmTone: { light: boolean; dark: boolean }) {
  const words = wordsOf(given);
  const { studio, offers, home, about, contact, references, profile } = filled(given, words);
  const { publisher, place, person, pictures } = studio;
  const tax = taxOf(studio, offers, VAT_EXEMPTION);
  const answer = `Réponse sous ${words.delai}`;
  const palette = paletteOf(studio.colours);
  const fixedPriceOffers = offers.offers.map((offer) => card(offer, tax.price));
  const regieOffer = offers.regie && regieCard(offers.regie, tax.day);
  const opening = offers.offers.find(({ price }) => price !== undefined);
  return {
    identity: {
      studioName: studio.name,
      publisherName: publisher.name,
      contactEmail: studio.email,
      siteAddress: studio.site,
      phone: studio.phone,
      phoneLink: internationalNumber(studio.phone),
      registeredAs: registeredAs(publisher),
      city: place.city,
      region: place.region,
      whereabouts: place.at,
      personName: person.name,
      job: person.job,
      tradeAndTown: tradeAndTown(person.job, place.city),
      links: person.links,
      hasPortrait: pictures.portrait !== undefined,
      portraitAlt: pictures.portraitAlt ?? '',
      studioPictureAlt: pictures.studioAlt,
    },
    promise: studio.promise,
    palette,
    /** The ground of each mode, which also colours the browser's bars. */
    grounds: { light: palette.light.ground, dark: palette.dark.ground },
    filmTone,
    answerDays: contact.answerDays,
    answer,
    taxNote: tax.note,
    fixedPriceOffers,
    regieOffer,
    home: {
      ...home,
      head: { description: home.description },
      /** The facts that a client asks for first: price and delay, answer, place. */
      facts: [
        ...(opening
          ? [{ label: `${opening.tab}, ${opening.delay}`, fact: `${shortPrice(opening)} ${tax.price}` }]
          : []),
        { label: 'Réponse', fact: `sous ${words.delai}` },
        { label: 'Sur place et à distance', fact: place.city },
      ],
    },
    about: {
      ...about,
      head: { title: `${person.name} et son studio, ${inTown(place.city)}`, description: about.description },
    },
    contact: {
      ...contact,
      head: {
        title: `Contact\u00a0: ${contact.title.charAt(0).toLowerCase()}${contact.title.slice(1)}`,
        description: contact.description,
      },
    },
    references: references.references.map(({ quote, picture, ...reference }) => ({
      ...reference,
      picture: picture && pictureOf(picture),
      date: reference.date && frenchDate(reference.date),
      quote: quote && { ...quote, note: opinionNote(quote, reference.date) },
    })),
    legalMention: legalMentionOf(studio, filmTone.dark),
    accessibility: accessibilityOf(studio),
    /** Names of all who get personal data, as on the privacy page. */
    recipients: [studio.host, studio.storage, studio.mail].flatMap((each) => each?.name ?? []).join(', '),
    rulesOfLaw,
    privacy: privacyOf(studio, contact.booking),
    share: {
      line: studio.share.line ?? tradeAndTown(person.job, place.city),
      words: {
        home: studio.share.home,
        contact: studio.share.contact,
        about: studio.share.about,
        legalMention: 'Mentions légales',
        privacy: 'Vos données, juste le nécessaire',
      },
    },
    firstProfile: profile,
  };
}

/** A fixed-price card (specification, section 3). */
export type FixedPriceOffer = ReturnType<typeof card>;
/** The time-and-materials card. */
export type RegieOffer = ReturnType<typeof regieCard>;

function card(offer: Offer, tax: string) {
  const { id, icon, title, tab, description, forWhom, delay, notIncluded, subject } = offer;
  return {
    ...{ id, icon, titre: title, tab, description, forWhom, delay, notIncluded, subject },
    price: priceLines(offer, tax).join('\n'),
    figure: figureOf(offer),
    shortPrice: shortPrice(offer),
    rates: ratesOf(offer, tax === 'TTC'),
    actions: [startProject],
  };
}

/** Returns the addresses of a picture. An owner's serves both modes; a drawing of the site has a dark version. */
function pictureOf(picture: string) {
  const [, drawing] = /^images\/(studio|regie|site)\.svg$/.exec(picture) ?? [];
  return { pathImg: `/${picture}`, ...(drawing && { pathImgDark: `/images/${drawing}-dark.svg` }) };
}

function regieCard(offer: Regie, tax: string) {
  const { id, title, content, picture, alt, forWhom, delay, notIncluded, subject } = offer;
  return {
    ...{ id, titre: title, content, alt, forWhom, delay, notIncluded, subject },
    ...pictureOf(picture ?? 'images/regie.svg'),
    price: priceLines(offer, tax).join('\n'),
    figure: figureOf(offer),
    shortPrice: shortPrice(offer),
    rates: ratesOf(offer, tax === 'TTC'),
    actions: [startProject],
  };
}
