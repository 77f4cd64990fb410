import { example } from './example.ts';
import { formatEuros, formatRange } from './prices.ts';
import { type ContactSubject, startProject } from './specified-texts.ts';
import { tax } from './tax.ts';

/**
 * Prices in euros, written once (specification, section 9); the cards below read them. No other file does, so a price may be
 * removed with its card.
 */
export const prices = {
  essentialSite: example(750),
  minimumProduct: example(1800),
  audit: example(400),
  hour: example(50),
  discovery: example(250),
  discoveryHours: example(5),
  maintenanceMonth: example(90),
  dayMin: example(350),
  dayMax: example(500),
};

/** A drawing at the head of a card; several cards may share one. */
export type OfferIcon = 'window' | 'phone-app' | 'refresh' | 'compass' | 'shield';

/** A price of a card as search engines read it. */
export interface Rate {
  min: number;
  /** Undefined for a price from which it starts. */
  max?: number;
  /** A UN/CEFACT code: HUR an hour, DAY a day, MON a month. */
  unit?: 'HUR' | 'DAY' | 'MON';
  /** How many units the price is for. */
  units?: number;
  taxIncluded: boolean;
}

/** A card (specification, section 3). */
interface Offer {
  /** Stands in addresses, `/contact?offre=maintenance` and `/#maintenance`: it stays when the titles change. */
  id: string;
  titre: string;
  /** Lines of text separated by `\n`; the first is the price set large. */
  price: string;
  /** Beside a name: `dès 750 €`. */
  shortPrice: string;
  /** The prices of the card as numbers. */
  rates: readonly Rate[];
  actions: readonly string[];
  /** The answers to what a client asks first, each in a few words (CARD-6). */
  forWhom: string;
  delay: string;
  notIncluded: string;
  /** The subject that the contact form presets for visitors of this card. */
  subject: ContactSubject;
}

/** A fixed-price card. */
export interface FixedPriceOffer extends Offer {
  icon: OfferIcon;
  /** Its short name, in the row of names above the card. */
  tab: string;
  description: readonly string[];
}

/** The time-and-materials card. */
export interface RegieOffer extends Offer {
  content: string;
  pathImg: string;
  /** The picture in dark mode; absent if one serves both modes. */
  pathImgDark?: string;
  alt: string;
}

export const regieOffer: RegieOffer = {
  id: 'regie',
  titre: 'Prestation en régie',
  content:
    'En régie, je rejoins votre équipe, sur site ou à distance, le temps qu’il faut ; vous payez les jours travaillés.',
  pathImg: '/images/regie.svg',
  pathImgDark: '/images/regie-dark.svg',
  alt: 'Une cordée monte une crête devant le soleil ; une quatrième personne la rejoint et s’encorde',
  price: `${formatRange(prices.dayMin, prices.dayMax)} ${tax.day}\npar jour, tarif indicatif selon la durée et le lieu`,
  shortPrice: `${formatRange(prices.dayMin, prices.dayMax)}/jour`,
  rates: [{ min: prices.dayMin, max: prices.dayMax, unit: 'DAY', taxIncluded: tax.isDayTaxIncluded }],
  forWhom: example('Équipes qui ont déjà un projet en cours'),
  delay: example('disponible sous 3\u00a0semaines'),
  notIncluded: example('frais de déplacement'),
  actions: [startProject],
  subject: 'Proposition de mission freelance',
};

export const fixedPriceOffers: readonly FixedPriceOffer[] = [
  {
    icon: 'window',
    id: 'site-vitrine',
    titre: 'Site vitrine',
    tab: 'Site vitrine',
    description: [
      'Maquette à votre image, d’abord mobile',
      'Textes et référencement naturel soignés',
      'Mise en ligne et prise en main incluses',
    ],
    price: `À partir de ${formatEuros(prices.essentialSite)} ${tax.price}\nformule Essentiel`,
    shortPrice: `dès ${formatEuros(prices.essentialSite)}`,
    rates: [{ min: prices.essentialSite, taxIncluded: true }],
    forWhom: example('Artisans, commerces, associations'),
    delay: example('3 à 5\u00a0semaines'),
    notIncluded: example('photos et nom de domaine'),
    actions: [startProject],
    subject: 'Projet web à discuter',
  },
  {
    icon: 'phone-app',
    id: 'application',
    titre: 'Application web ou mobile',
    tab: 'Application',
    description: [
      'Première version (MVP) testée avec vous',
      'Pour le web, iOS ou Android',
      'Démonstration à chaque étape',
    ],
    price: `MVP à partir de ${formatEuros(prices.minimumProduct)} ${tax.price}\nprojet complet sur devis`,
    shortPrice: `dès ${formatEuros(prices.minimumProduct)}`,
    rates: [{ min: prices.minimumProduct, taxIncluded: true }],
    forWhom: example('Entreprises, porteurs de projet'),
    delay: example('2 à 4\u00a0mois'),
    notIncluded: example('frais des magasins d’applications'),
    actions: [startProject],
    subject: 'Projet web et mobile à discuter',
  },
  {
    icon: 'refresh',
    id: 'refonte',
    titre: 'Refonte technique',
    tab: 'Refonte',
    description: [
      'Audit clair : ce qui va, ce qui freine, ce qui presse',
      'Travaux ciblés, sans tout reconstruire',
      'Site plus rapide, plus sûr, plus accessible',
    ],
    price: `À partir de ${formatEuros(prices.audit)} ${tax.price}\naudit et travaux ciblés`,
    shortPrice: `dès ${formatEuros(prices.audit)}`,
    rates: [{ min: prices.audit, taxIncluded: true }],
    forWhom: example('Sites et applications qui peinent'),
    delay: example('2 à 6\u00a0semaines'),
    notIncluded: example('nouveaux textes et visuels'),
    actions: [startProject],
    subject: 'Projet web à discuter',
  },
  {
    icon: 'compass',
    id: 'conseil',
    titre: 'Conseil',
    tab: 'Conseil',
    description: [
      'Choix techniques expliqués simplement',
      'Cahier des charges et analyse de devis',
      'Accompagnement de votre équipe',
    ],
    price: `${formatEuros(prices.hour)}/h ${tax.price}\nforfait découverte : ${formatEuros(prices.discovery)} ${tax.price} pour ${prices.discoveryHours}\u00a0h`,
    shortPrice: `${formatEuros(prices.hour)}/h`,
    rates: [
      { min: prices.hour, max: prices.hour, unit: 'HUR', taxIncluded: true },
      {
        min: prices.discovery,
        max: prices.discovery,
        unit: 'HUR',
        units: prices.discoveryHours,
        taxIncluded: true,
      },
    ],
    forWhom: example('Qui hésite, compare ou débute'),
    delay: example('rendez-vous dans la semaine'),
    notIncluded: example('le développement'),
    actions: [startProject],
    subject: 'Autre question ou remarque',
  },
  {
    icon: 'shield',
    id: 'maintenance',
    titre: 'Maintenance',
    tab: 'Maintenance',
    description: [
      'Mises à jour et sauvegardes régulières',
      'Surveillance et corrections',
      'Petites évolutions au fil des mois',
    ],
    price: `À partir de ${formatEuros(prices.maintenanceMonth)} ${tax.price} par mois\nselon la taille du projet`,
    shortPrice: `dès ${formatEuros(prices.maintenanceMonth)}/mois`,
    rates: [{ min: prices.maintenanceMonth, unit: 'MON', taxIncluded: true }],
    forWhom: example('Sites et applications en ligne'),
    delay: example('prise en main en 5\u00a0jours'),
    notIncluded: example('les nouvelles fonctions'),
    actions: [startProject],
    subject: 'Projet web à discuter',
  },
];

const [firstOffer] = fixedPriceOffers;

/** The price in the opening of the home: that of the first card. */
export const openingPrice = firstOffer ? `${firstOffer.tab} ${firstOffer.shortPrice} ${tax.price}` : '';
