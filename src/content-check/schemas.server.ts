import * as v from 'valibot';
import type { OfferIcon } from '../content/offers.ts';
import { isCompany, isPerson, isVatMention, sirenIn } from '../content/registration.ts';
import { euros, field, fields, head, link, list, oneOf, optional, pictureIn, text } from './fields.server.ts';

const PHONE = /^\+?[\d\s\u00a0\u202f().-]{7,20}$/;
const phoneExpected = 'un numéro de téléphone, comme 04 73 00 00 00 ou +33 4 73 00 00 00';
const webPage = field('une adresse qui commence par https://', (value) => /^https:\/\/\S+$/.test(value));

/** LCEN, article 1-1; Code de commerce, articles R. 123-237 and R. 526-27. */
export const identitySchema = v.lazy((input) => {
  const { legalStatus = '', registration = '' } = Object(input) as Record<string, string>;
  return fields({
    studioName: 45,
    publisherName: field(
      'un nom ; d’un entrepreneur individuel, suivi de « EI », comme « Anne Durand EI »',
      (value) =>
        /\S/.test(value) &&
        (!/individuel|micro/i.test(legalStatus) || /\bEI\b|entrepreneur individuel/i.test(value)),
    ),
    legalStatus: field(
      'une forme juridique, comme « Entreprise individuelle » ; d’une société, avec son capital, comme « EURL au capital de 1 000 € »',
      (value) => (isCompany(value) ? /capital[^€]*\d[^€]*(€|euros)$/i.test(value) : isPerson(value)),
    ),
    registration: field(
      'un numéro SIREN (9 chiffres) ou SIRET (14 chiffres), comme « SIREN 732 829 320, inscrit au RNE » ; d’une société, avec sa ville, comme « 732 829 320 R.C.S. Lyon »',
      (value) => sirenIn(value) !== undefined && (!isCompany(legalStatus) || /\bR\.?C\.?S\b/i.test(value)),
    ),
    address: field(
      'une adresse postale entière, avec son code postal',
      (value) => /\d{4}/.test(value) && /\S \S/.test(value),
    ),
    phone: optional(field(phoneExpected, (value) => PHONE.test(value))),
    vat: field(
      'un numéro de TVA qui va avec le SIREN, comme « FR44 732829320 », ou « TVA non applicable, article 293 B du CGI »',
      (value) => isVatMention(value, sirenIn(registration)),
    ),
    publicationDirector: 90,
    contactEmail: field('une adresse e-mail seule, comme contact@studio-durand.fr', (value) =>
      /^[^\s@<>",;]+@[^\s@<>",;]+\.[a-z]{2,}$/i.test(value),
    ),
    siteAddress: field(
      'l’adresse du site en minuscules, sans chemin ni barre finale, comme https://www.studio-durand.fr (un nom accentué sous sa forme xn--…)',
      (value) => /^https?:/.test(value) && URL.parse(value)?.origin === value,
    ),
    hostName: 90,
    // A host abroad may have a postcode with letters, or none; its phone may have four digits.
    hostAddress: field(
      'une adresse postale entière, avec son numéro, sa ville et son pays',
      (value) => /\d/.test(value) && /\S \S/.test(value),
    ),
    hostPhone: field(phoneExpected, (value) => PHONE.test(value) || /^[13]\d{3}$/.test(value)),
    mediator: optional(text(200)),
    region: 60,
    whereabouts: 60,
    portrait: field(
      'le chemin d’une image JPEG, PNG, WebP, AVIF ou SVG, comme artwork/portrait.jpg',
      (value) => /\S/.test(value),
    ),
    portraitAlt: 160,
    studioPictureAlt: 160,
    github: optional(webPage),
    linkedin: optional(webPage),
  });
});

/** The names of the drawings; the compiler refuses one too many or too few. */
const offerIcons = Object.keys({
  window: 0,
  'phone-app': 0,
  refresh: 0,
  compass: 0,
  shield: 0,
} satisfies Record<OfferIcon, 0>);

const strengths = list(fields({ icon: oneOf(['ear', 'bolt', 'anchor']), title: 40, text: 200 }), 3, 3);
const titled = fields({ title: 60, text: 300 });
const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 200]));
const links = list(fields({ label: 60, href: link }));
const facts = list(fields({ label: 60, value: 250, href: v.optional(link) }), 1, 20);

const sections = (min: number, max: number) => list(fields(section), min, max);
const section = {
  id: field('une ancre en minuscules, comme cookies', (value) => /^[a-z][a-z\d-]*$/.test(value)),
  title: 60,
  blocks: list(
    v.lazy((block) => {
      if (typeof block === 'string') return text(1500);
      return 'list' in Object(block) ? fields({ list: list(250, 1, 20) }) : fields({ facts });
    }),
  ),
};

const offerOf = (subjects: readonly string[]) => ({
  id: 30,
  titre: 60,
  price: 150,
  shortPrice: 30,
  actions: list(40, 1, 3),
  forWhom: 60,
  delay: 60,
  notIncluded: 60,
  subject: oneOf(subjects),
  rates: list(
    fields({
      min: euros,
      max: v.optional(euros),
      unit: v.optional(oneOf(['HUR', 'DAY', 'MON'])),
      units: v.optional(euros),
      taxIncluded: field<unknown>('true (TTC) ou false (HT)', (value) => typeof value === 'boolean'),
    }),
  ),
});

/**
 * The form of each file of `src/content/` that an owner edits, by its exports. Texts of other files follow the rule for all texts.
 * @param pictureFolders the folders whose files browsers see, as far as they are known
 */
export function schemas(
  pictureFolders: readonly string[] | undefined,
  subjects: readonly string[],
): Readonly<Record<string, v.GenericSchema>> {
  const picture = pictureIn(pictureFolders);
  const offer = offerOf(subjects);
  return {
    identity: fields({ identity: identitySchema }),
    offers: fields({
      prices: v.record(v.string(), euros),
      regieOffer: fields({
        ...offer,
        content: 250,
        pathImg: picture,
        pathImgDark: v.optional(picture),
        alt: 160,
      }),
      fixedPriceOffers: list(
        fields({ ...offer, icon: oneOf(offerIcons), tab: 30, description: list(100, 1, 6) }),
      ),
    }),
    home: fields({
      answerDays: field<unknown>(
        'un nombre entier de jours, de 1 à 20',
        (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 20,
      ),
      home: fields({
        ...texts('seeServices', 'answer'),
        head: fields({ description: text(160, 50) }),
        pillars: fields({ title: 90, lead: 250, items: strengths }),
        facts: list(60, 3, 3),
        path: fields({
          ...texts('choose', 'give', 'get'),
          title: 60,
          lead: 200,
          steps: list(fields({ title: 30, text: 200, give: 100, get: 100 }), 5, 5),
        }),
        services: fields({
          ...texts('carousel', 'fixedPrice', 'forWhom', 'delay', 'notIncluded'),
          title: 40,
          choice: fields({ fixedPrice: titled, or: 10, regie: titled }),
        }),
        end: fields({ ...titled.entries, action: 40 }),
      }),
    }),
    reasons: fields({
      reasons: fields({
        person: titled,
        questions: fields({ title: 60, items: list(titled, 1, 8) }),
        proof: fields({ title: 60, lead: 200 }),
      }),
      proofs: list(fields({ figure: 20, text: 90 })),
    }),
    contact: fields({
      contact: fields({ head, title: 60, lead: 200, next: fields({ title: 60, steps: list(titled, 1, 5) }) }),
      contactForm: fields({
        ...texts('title', 'required', 'chooseSubject', 'submit', 'promise', 'sending', 'olderFailed'),
        ...texts('restore', 'closeNotice', 'honeypot'),
        sent: fields(texts('title', 'answer', 'yourAddress', 'by', 'yourMessage', 'wrongAddress', 'urgent')),
        failed: fields(texts('title', 'offline', 'note', 'noteOnPage')),
        privacy: fields({ title: 60, text: 600, link: 60 }),
      }),
    }),
    about: fields({
      about: fields({
        head,
        title: 60,
        lead: 250,
        story: fields({ title: 60, paragraphs: list(600, 1, 6) }),
        values: fields({ title: 60, items: strengths }),
        services: fields({ title: 60 }),
        place: titled,
      }),
    }),
    'legal-mention': fields({
      legalMention: fields({ head, title: 60, lead: 200, sections: sections(6, 6) }),
    }),
    privacy: fields({
      privacy: fields({
        ...texts('followSystem', 'followsSystem'),
        head,
        title: 60,
        lead: 200,
        summary: list(150, 1, 6),
        sections: sections(5, 8),
      }),
    }),
    accessibility: fields({ accessibility: fields(section) }),
    'not-found': fields({
      notFound: fields({ ...texts('title', 'lead', 'pictureAlt', 'code', 'waysOn'), head, links }),
    }),
    footer: fields({
      COPYRIGHT_YEAR: field<unknown>(
        'une année, comme 2025',
        (value) => Number.isInteger(value) && `${value}`.length === 4,
      ),
      footer: fields({ promise: 90, groups: list(fields({ title: 30, links })) }),
    }),
    labels: fields({
      menuEntries: list(fields({ label: 30, href: link }), 2, 2),
      labels: fields({
        ...texts('skipToContent', 'navigation', 'menu', 'openMenu', 'closeMenu', 'toDarkMode', 'toLightMode'),
        ...texts('newTab', 'contents', 'pauseVideo', 'playVideo'),
      }),
      carouselLabels: fields(texts('roleDescription', 'slideRoleDescription', 'tabs', 'previous', 'next')),
    }),
    mails: fields({
      contactMail: fields(texts('sender', 'kicker', 'notGiven', 'message', 'kept', 'readAgain')),
    }),
    'page-facts': fields({
      pictureLine: 60,
      pageFacts: v.record(v.string(), fields({ picture: text(60, 3) })),
    }),
    'form-fields': fields({
      formFields: v.record(
        v.string(),
        fields({
          label: 40,
          studioLabel: 40,
          personalData: 90,
          required: field<unknown>('true ou false', (value) => typeof value === 'boolean'),
          hint: v.optional(text(90)),
        }),
      ),
    }),
  };
}
